// From the parameters of a method to the request that is sent.
import type { Outgoing, Payload } from './attempt.ts'
import { type Answer, type Call, sendNow } from './call.ts'
import type { ClientOptions, IdempotentOptions, RequestOptions } from './options.ts'
import { send } from './send.ts'

/** `root`: the path of the API, for example `/api/v1/portal`. */
export type ApiAccess = { client: ClientOptions; root: string }

type QueryParameters = { readonly [name: string]: unknown }

export type RequestInput = {
  method: string
  path: string
  ids?: unknown[]
  flag?: string
  query?: QueryParameters | undefined
  body?: Payload | undefined
  type?: string
  accept?: string
  headers?: Record<string, string>
  isStream?: boolean
}

/** Reads a response whose status is 2xx. `keep` stores the text of a response that has an ETag. */
export type Reader<Data> = (response: Response, keep: (text: string) => unknown) => Promise<Data>

export async function request<Data>(
  { client, root }: ApiAccess,
  input: RequestInput,
  options: IdempotentOptions = {},
  read: Reader<Data>,
): Promise<Answer<Data>> {
  const {
    method,
    path,
    ids = [],
    flag,
    query,
    body,
    type,
    accept = 'application/json',
    headers,
    isStream,
  } = input
  // Signing in is outside both APIs.
  const base = path.startsWith('/api/') ? client.baseUrl : `${client.baseUrl}${root}`
  const url = `${base}${filled(path, ids)}${queryString(query)}`
  const cache = method === 'GET' && read === (readJson as unknown) ? client.cache : undefined
  const keep = (etag: string | null) => (text: string) => etag && cache?.set(url, { etag, body: text })
  const outgoing: Outgoing<Data> = {
    method,
    route: path,
    url,
    body,
    headers: {
      accept,
      ...(body !== undefined && type && { 'content-type': type }),
      ...headers,
      ...options.headers,
    },
    isRepeatable: flag ? flag !== '?' : method !== 'POST',
    idempotencyKey: flag === '!' ? (options.idempotencyKey ?? newKey()) : null,
    isStream,
    cached: await cache?.get(url),
    read: (response) => read(response, keep(response.headers.get('etag'))),
  }
  return send(client, outgoing, options)
}

export async function readJson<Data>(response: Response, keep: (text: string) => unknown): Promise<Data> {
  const text = await response.text()
  const data = text ? JSON.parse(text) : undefined
  await keep(text)
  return data
}

export const readBlob = (response: Response): Promise<Blob> => response.blob()

export async function readStream({ body }: Response): Promise<ReadableStream<Uint8Array>> {
  return body ?? new Blob([]).stream()
}

function filled(path: string, ids: unknown[]): string {
  const rest = [...ids]
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const id = String(rest.shift() ?? '')
    // An empty segment or a relative one would be a request to another route.
    if (/^\.{0,2}$/.test(id)) throw new TypeError(`${path}: ${name} is missing or invalid`)
    return encodeURIComponent(id)
  })
}

function queryString(query: QueryParameters = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) if (one !== undefined && one !== null) search.append(name, String(one))
  }
  return search.size > 0 ? `?${search}` : ''
}

/** crypto.randomUUID is missing on pages without https. */
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

export function apiOf(options: ClientOptions, root: string): ApiAccess {
  const { baseUrl = (globalThis as { location?: { origin: string } }).location?.origin } = options
  if (!baseUrl) throw new TypeError('baseUrl is missing')
  if (!/^https?:\/\/[^/?#\s][^?#\s]*$/.test(baseUrl))
    throw new TypeError(`baseUrl is to be like https://portal.example.com, not ${baseUrl}`)
  // The address that a person copies from the docs may be that of the API.
  const address = baseUrl.replace(/(\/api(\/v1(\/(portal|backoffice))?)?)?\/*$/, '')
  return { client: { ...options, baseUrl: address }, root }
}

/** A request without a method of its own. Its response is JSON, or a Blob. */
export function requestAny<Data>(
  api: ApiAccess,
  method: string,
  path: string,
  { query, body, ...options }: RequestOptions = {},
): Call<Data> {
  return sendNow(async () => {
    if (!path.startsWith('/')) throw new TypeError(`the path ${path} is to start with a slash`)
    const isRaw = typeof body === 'string' || body instanceof Blob || body instanceof FormData
    const json = { body: JSON.stringify(body), type: 'application/json' }
    const input = { method: method.toUpperCase(), path, query, accept: '*/*', ...(isRaw ? { body } : json) }
    const flag = options.idempotencyKey === undefined ? '' : '!'
    return request<Data>(api, { ...input, flag }, options, readAny)
  })
}

async function readAny<Data>(response: Response, keep: (text: string) => unknown): Promise<Data> {
  const isJson = /[/+]json\b/.test(response.headers.get('content-type') ?? '')
  return isJson || response.status === 204 ? readJson(response, keep) : ((await response.blob()) as Data)
}
