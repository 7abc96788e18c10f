// A caller of the service, as a client's developer would write one.
export type HttpAnswer<Body = Record<string, unknown>> = {
  /** The path of the request. */
  path: string
  status: number
  headers: Headers
  text: string
  body: Body
}

/** Untyped, because a test checks the shape itself, member by member. */
type Parsed = ReturnType<typeof JSON.parse>

/** Inspects each response as it arrives; an error that it throws fails the test. */
export type Inspect = (method: string, answer: HttpAnswer<unknown>) => void

export function caller(
  root: string,
  token?: string,
  inspect: Inspect = () => {},
  ownHeaders: Record<string, string> = {},
) {
  async function call<Body = never>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<HttpAnswer<[Body] extends [never] ? Parsed : Body>> {
    const response = await fetch(root + path, {
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
        ...ownHeaders,
        ...headers,
      },
      body: isRaw(body) ? body : JSON.stringify(body),
      duplex: 'half',
    })
    const answer = await parseAnswer(response)
    inspect(method, answer)
    return answer
  }
  return {
    call,
    get: <Body = never>(path: string, headers?: Record<string, string>) =>
      call<Body>('GET', path, undefined, headers),
    post: <Body = never>(path: string, body?: unknown, headers?: Record<string, string>) =>
      call<Body>('POST', path, body, headers),
    patch: <Body = never>(path: string, body?: unknown, headers?: Record<string, string>) =>
      call<Body>('PATCH', path, body, headers),
    delete: <Body = never>(path: string, headers?: Record<string, string>) =>
      call<Body>('DELETE', path, undefined, headers),
  }
}
export type Caller = ReturnType<typeof caller>

/** Whether the body is sent as it is, and not as JSON. */
function isRaw(body: unknown): body is string | FormData | Blob | ReadableStream {
  if (body instanceof FormData) return true
  return typeof body === 'string' || body instanceof Blob || body instanceof ReadableStream
}

export async function parseAnswer(response: Response): Promise<HttpAnswer<Parsed>> {
  const type = response.headers.get('content-type') ?? ''
  const text = type.startsWith('text/event-stream') ? await firstOf(response) : await response.text()
  const isJson = /json/.test(type)
  return {
    path: new URL(response.url).pathname,
    status: response.status,
    headers: response.headers,
    text,
    body: isJson && text !== '' ? JSON.parse(text) : undefined,
  }
}

/** The beginning of a response that stays open. The connection is then closed. */
async function firstOf(response: Response): Promise<string> {
  const reader = response.body?.getReader()
  const { value } = (await reader?.read()) ?? {}
  await reader?.cancel()
  return new TextDecoder().decode(value)
}
