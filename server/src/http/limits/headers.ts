// What a response says about its limit: the X-RateLimit fields that clients know, and beside them the
// structured fields of draft-ietf-httpapi-ratelimit-headers-11, named after the tier.

import { type LimitDecision, type Window, wholeSeconds } from './limiter.ts'

export function limitHeaders(verdict: LimitDecision): Record<string, string> {
  const { admitted, tier, limit, remaining, retryAfterSeconds, resetSeconds, windowSeconds } = verdict
  // `t` is how long the client must make do with `r`. Refused, that is until Retry-After, which by the draft
  // must not end before it; admitted, it is until the window has let go of everything.
  const effectiveSeconds = admitted ? resetSeconds : retryAfterSeconds
  const headers: Record<string, string> = {
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(resetSeconds),
    'RateLimit-Policy': policy(tier, limit, windowSeconds),
    RateLimit: `"${tier}";r=${remaining};t=${effectiveSeconds}`,
  }
  if (!admitted) headers['Retry-After'] = String(retryAfterSeconds)
  return headers
}

/** For a response whose request was not counted (health, no valid credentials): the limit, and no count. */
export function defaultLimitHeaders({ tier, limit, windowMs }: Window): Record<string, string> {
  return {
    'X-RateLimit-Limit': String(limit),
    'RateLimit-Policy': policy(tier, limit, wholeSeconds(windowMs)),
  }
}

function policy(tier: Window['tier'], limit: number, windowSeconds: number): string {
  return `"${tier}";q=${limit};w=${windowSeconds}`
}
