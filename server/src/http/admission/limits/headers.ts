// Rate-limit headers: the common X-RateLimit fields, and the structured fields of
// draft-ietf-httpapi-ratelimit-headers-11, named after the tier. In lower case, because Fastify would convert every name.
import { type LimitDecision, type Window, wholeSeconds } from './limiter.ts'

export function limitHeaders(decision: LimitDecision): Record<string, string> {
  const { admitted, tier, limit, remaining, retryAfterSeconds, resetSeconds, windowSeconds } = decision
  // `t` is how long the quota `r` has to last: after a rejection until Retry-After, which according to the draft must not be
  // earlier; after an admission until the window is empty again.
  const effectiveSeconds = admitted ? resetSeconds : retryAfterSeconds
  const headers: Record<string, string> = {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(resetSeconds),
    'ratelimit-policy': policy(tier, limit, windowSeconds),
    ratelimit: `"${tier}";r=${remaining};t=${effectiveSeconds}`,
  }
  if (!admitted) headers['retry-after'] = String(retryAfterSeconds)
  return headers
}

/** For a response to a request that was not counted (health, no valid credentials): the limit without a count. */
export function defaultLimitHeaders({ tier, limit, windowMs }: Window): Record<string, string> {
  return {
    'x-ratelimit-limit': String(limit),
    'ratelimit-policy': policy(tier, limit, wholeSeconds(windowMs)),
  }
}

function policy(tier: Window['tier'], limit: number, windowSeconds: number): string {
  return `"${tier}";q=${limit};w=${windowSeconds}`
}
