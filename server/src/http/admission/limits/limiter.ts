// The interface of a rate limiter, whichever store keeps the counts. Windows are half-open: a hit at t occupies
// [t, t + windowMs), so that t + windowMs itself is free again. No interval [s, s + windowMs) ever contains more than
// `limit` admitted requests.
export type Window = {
  tier: 'read' | 'write' | 'burst' | 'auth'
  limit: number
  windowMs: number
}

export type LimitRequest = { subject: string; windows: readonly Window[] }

export type LimitDecision = {
  admitted: boolean
  /** If rejected, the tier that rejects: the one with the longest wait. If admitted, the tier of the first window. */
  tier: Window['tier']
  limit: number
  /** How many more requests that tier admits after this one. */
  remaining: number
  /** Whole seconds until the next request would be admitted, at least 1; 0 when admitted. */
  retryAfterSeconds: number
  /** Whole seconds until the newest admitted hit has left the window and the full quota is available. */
  resetSeconds: number
  windowSeconds: number
}

export type Limiter = {
  /**
   * Admits in all windows or in none: a rejected request is not counted. The request's own tier comes first, and each
   * tier occurs once. `subject` is the id of a key or a user, or an address; never a token.
   */
  take(subject: string, windows: readonly Window[]): LimitDecision | Promise<LimitDecision>
  /**
   * Removes the newest hit in each window, for example after a successful sign-in. Only failed attempts count, but if they
   * were counted only afterwards, concurrent attempts would not be limited.
   */
  release(subject: string, windows: readonly Window[]): void | Promise<void>
  close(): Promise<void>
}

/** The decision about a request that has just been counted: its own hit is the newest, so the reset is one window away. */
export function admitted(window: Window, remaining: number): LimitDecision {
  const windowSeconds = wholeSeconds(window.windowMs)
  return {
    admitted: true,
    tier: window.tier,
    limit: window.limit,
    remaining,
    retryAfterSeconds: 0,
    resetSeconds: windowSeconds,
    windowSeconds,
  }
}

export function refused(window: Window, waitMs: number, resetMs: number): LimitDecision {
  return {
    admitted: false,
    tier: window.tier,
    limit: window.limit,
    remaining: 0,
    retryAfterSeconds: Math.max(1, wholeSeconds(waitMs)),
    resetSeconds: wholeSeconds(resetMs),
    windowSeconds: wholeSeconds(window.windowMs),
  }
}

/** The window of the request's own tier: the first. */
export function ownWindow(windows: readonly Window[]): Window {
  const [window] = windows
  if (window === undefined) throw new RangeError('a request is limited by at least one window')
  return window
}

/** Rounded up: a client that waits this long must never be too early. */
function wholeSeconds(ms: number): number {
  return Math.ceil(ms / 1000)
}

/** Whether a method counts in the limit of reads. All others count in that of writes. */
export const isRead = (method: string) => method === 'GET' || method === 'HEAD' || method === 'OPTIONS'

// Rate-limit headers: the common X-RateLimit fields, and the structured fields of
// draft-ietf-httpapi-ratelimit-headers-11, named after the tier. In lower case, because Fastify would convert every name.
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

/** The headers of a response to a request that was not counted (health, no valid credentials): the limit without a count. */
export function defaultLimitHeaders({ tier, limit, windowMs }: Window): Record<string, string> {
  return {
    'x-ratelimit-limit': String(limit),
    'ratelimit-policy': policy(tier, limit, wholeSeconds(windowMs)),
  }
}

function policy(tier: Window['tier'], limit: number, windowSeconds: number): string {
  return `"${tier}";q=${limit};w=${windowSeconds}`
}
