// A caller of the service, as a client's developer would write one.
export type Answer<Body = Record<string, unknown>> = {
  status: number
  headers: Headers
  text: string
  body: Body
}

/** A test looks at answers member by member; their shape is what it is there to check. */
type Parsed = ReturnType<typeof JSON.parse>

export function caller(root: string, token?: string) {
  async function call<Body = never>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<[Body] extends [never] ? Parsed : Body>> {
    const response = await fetch(root + path, {
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
    })
    const text = await response.text()
    const isJson = /json/.test(response.headers.get('content-type') ?? '')
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson && text !== '' ? JSON.parse(text) : undefined,
    }
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
