// One attempt at a request. Its time limit covers the body too: a response that trickles in does not hang the caller.
import { AndenError, type ErrorContext, type ErrorDetails } from './anden-error.ts'
import type { Answer, ResponseInfo } from './call.ts'
import type { Problem } from './generated/schemas.ts'
import { version } from './generated/version.ts'
import { innermost } from './innermost.ts'
import type { CachedResponse, ClientOptions } from './options.ts'
import { type AttemptLimit, timeLimit } from './time-limit.ts'

/** A body that can be sent a second time, unlike a stream. */
export type Payload = string | Blob | FormData

export type Outgoing<Data> = {
  method: string
  /** The path with the names of its parameters. */
  route: string
  url: string
  headers: Record<string, string>
  body?: Payload | undefined
  /** Whether another attempt is safe after one that got no response. */
  isRepeatable: boolean
  idempotencyKey: string | null
  /** The response stays open after its headers, so the time limit covers only the headers. */
  isStream?: boolean | undefined
  cached?: CachedResponse | undefined
  read(response: Response): Promise<Data>
}

export type CallAttempt<Data> = {
  client: ClientOptions
  outgoing: Outgoing<Data>
  signal: AbortSignal | undefined
  limitMs: number
  context: ErrorContext
  /** null: there will be no other attempt. */
  retryInMsAfter(error: AndenError): number | null
}

export async function attemptOnce<Data>(attempt: CallAttempt<Data>): Promise<Answer<Data>> {
  const { client, outgoing, signal, limitMs, context } = attempt
  const { method, route, url, isStream } = outgoing
  const headers = await headersFor(client, outgoing)
  const request = { method, route, url, headers, attempt: context.attempt }
  await client.hooks?.beforeRequest?.(request)
  const limit = timeLimit(limitMs, signal)
  const startedAt = Date.now()
  const seen: { response?: ResponseInfo } = {}
  let answer: Answer<Data> | undefined
  let error: AndenError | undefined
  try {
    answer = await exchange(attempt, headers, limit, seen)
  } catch (reason) {
    const requestId = seen.response?.requestId ?? context.requestId
    error =
      reason instanceof AndenError
        ? reason
        : new AndenError(interrupted(reason, limit, attempt), { ...context, requestId })
  } finally {
    if (error || !isStream) limit.release()
    else limit.clear()
  }
  const retryInMs = error ? attempt.retryInMsAfter(error) : null
  await client.hooks?.afterRequest?.(request, {
    durationMs: Date.now() - startedAt,
    ...seen,
    ...(error && { error }),
    retryInMs,
  })
  if (!answer) throw error
  return answer
}

async function exchange<Data>(
  { client, outgoing, context }: CallAttempt<Data>,
  headers: Headers,
  { signal }: AttemptLimit,
  seen: { response?: ResponseInfo },
): Promise<Answer<Data>> {
  const { method, route, url, body, cached } = outgoing
  const init: RequestInit = { method, headers, signal, redirect: 'manual' }
  if (body !== undefined) init.body = body
  // The service refuses a key together with a cookie. Some edge runtimes have no cookies and reject the setting.
  if ('credentials' in Request.prototype) init.credentials = client.apiKey ? 'omit' : 'same-origin'
  const response = await (client.fetch ?? fetch)(url, init)
  const info = infoOf(response)
  seen.response = info
  const named = (details: ErrorDetails) => {
    const address = details.problem ? '' : ` ${context.url}`
    return new AndenError(
      { ...details, message: `${method} ${route}:${address} ${details.message}` },
      context,
    )
  }
  if (response.status === 304 && cached) {
    info.cached = true
    return { ...info, data: JSON.parse(cached.body) }
  }
  if (!response.ok) throw named(await refusalOf(response, info))
  try {
    return { ...info, data: await outgoing.read(response) }
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause
    throw named({
      code: 'response/unexpected',
      message: `${info.status} without JSON`,
      response: info,
      cause,
    })
  }
}

function interrupted<Data>(
  reason: unknown,
  limit: AttemptLimit,
  { outgoing, signal, limitMs, context }: CallAttempt<Data>,
): ErrorDetails {
  const { method, route } = outgoing
  const { url } = context
  if (signal?.aborted)
    return { code: 'request/aborted', message: `${method} ${route}: aborted`, cause: signal.reason }
  if (limit.isOver())
    return {
      code: 'request/timeout',
      message: `${method} ${route}: no response from ${url} within ${limitMs} ms`,
    }
  const message = `${method} ${route}: no response from ${url}: ${innermost(reason)}`
  return { code: 'request/network', message, cause: reason }
}

async function headersFor<Data>(
  { apiKey, headers: ofClient }: ClientOptions,
  { headers, idempotencyKey, cached }: Outgoing<Data>,
) {
  const key = typeof apiKey === 'function' ? await apiKey() : apiKey
  const sent = new Headers({
    ...ofClient,
    ...headers,
    ...(key && { authorization: `Bearer ${key}` }),
    ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
    ...(cached && { 'if-none-match': cached.etag }),
  })
  if (userAgent && !sent.has('user-agent')) sent.set('user-agent', userAgent)
  return sent
}

/** `anden-sdk/0.1.0 node/24`. A browser sends its own. */
const userAgent = ownUserAgent()

function ownUserAgent(): string {
  const versions = (globalThis as { process?: { versions?: Record<string, string> } }).process?.versions
  // The others have the version of Node that they imitate, too.
  const runtime = ['bun', 'deno', 'node'].find((name) => versions?.[name])
  return runtime ? `anden-sdk/${version} ${runtime}/${versions?.[runtime]?.split('.')[0]}` : ''
}

// Reads the headers and the body of a response.
function infoOf({ status, headers }: Response): ResponseInfo {
  const count = (name: string) => (headers.has(name) ? Number(headers.get(name)) : null)
  const limit = count('x-ratelimit-limit')
  return {
    status,
    requestId: headers.get('x-request-id'),
    rateLimit:
      limit === null
        ? null
        : { limit, remaining: count('x-ratelimit-remaining'), resetSeconds: count('x-ratelimit-reset') },
    etag: headers.get('etag'),
    replayed: headers.has('idempotency-replayed'),
    cached: false,
    headers,
  }
}

/** `Retry-After` in seconds or as a date, whichever a proxy may send. */
function retryAfterMs(headers: Headers, now = Date.now()): number | null {
  const value = headers.get('retry-after')
  if (!value) return null
  const ms = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - now
  return Number.isNaN(ms) ? null : Math.max(0, ms)
}

async function refusalOf(response: Response, info: ResponseInfo): Promise<ErrorDetails> {
  const text = await response.text()
  const common = { response: info, retryAfterMs: retryAfterMs(response.headers) }
  const problem = problemIn(text)
  if (!problem)
    return { ...common, code: 'response/unexpected', message: `${info.status} without a problem document` }
  const code = problem.type.split('/errors/')[1] ?? problem.type
  return { ...common, code, problem, message: `${info.status} ${problem.title}: ${problem.detail}` }
}

function problemIn(text: string): Problem | null {
  try {
    const value = JSON.parse(text)
    return typeof value?.type === 'string' ? value : null
  } catch {
    return null
  }
}
