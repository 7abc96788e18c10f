// Reads the headers and the body of a response.
import type { ErrorDetails } from './anden-error.ts'
import type { ResponseInfo } from './call.ts'
import type { Problem } from './generated/schemas.ts'

export function infoOf({ status, headers }: Response): ResponseInfo {
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

export async function refusalOf(response: Response, info: ResponseInfo): Promise<ErrorDetails> {
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
