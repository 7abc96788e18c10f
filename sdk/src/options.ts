// The options of a client and of a single call, and the cache that a client uses unless it is given another.
import type { ResponseInfo } from './call.ts'

export interface ClientOptions {
  /**
   * The address of the service, for example `https://portal.example.com`. In a browser, its own origin by default. The
   * path of the API may follow.
   */
  baseUrl?: string | undefined
  /**
   * An API key, or a function that returns the current one. Without it, requests carry the cookie of the session, as the
   * dashboard does from its own origin.
   */
  apiKey?: string | (() => string | Promise<string>) | undefined
  /** Limit for one attempt, from the connection to the last byte of the response. Default: 30 seconds. */
  timeoutMs?: number | undefined
  /** Limit for the whole call, with all its attempts and the waits between them. Default: 90 seconds. */
  deadlineMs?: number | undefined
  /** Attempts after the first one. Default: 4. */
  retries?: number | undefined
  /** Headers for every request. */
  headers?: Record<string, string> | undefined
  /** Keeps responses by their ETag, so that a read of unchanged data is a 304 without a body: `etagCache()`. */
  cache?: ResponseCache | undefined
  hooks?: Hooks | undefined
  /** Replaces the global `fetch`. */
  fetch?: typeof globalThis.fetch | undefined
}

export interface CallOptions {
  signal?: AbortSignal | undefined
  timeoutMs?: number | undefined
  deadlineMs?: number | undefined
  retries?: number | undefined
  headers?: Record<string, string> | undefined
}

export interface IdempotentOptions extends CallOptions {
  /**
   * Generated for every call and kept for its retries. Pass your own to be safe across a restart of your program, too:
   * for 24 hours, the same key with the same body does not do the work again. Later it does.
   */
  idempotencyKey?: string | undefined
}

export interface RequestOptions extends IdempotentOptions {
  query?: { readonly [name: string]: unknown } | undefined
  /** Sent as JSON. A Blob, form data and a string are sent as they are: give a string its `content-type`. */
  body?: unknown
}

/** A read without parameters. */
export type NoQuery = Record<string, never>
/** A write without a body. */
export type NoBody = Record<string, never>

/** Called around every attempt, for traces and metrics. An error that a hook throws ends the call. */
export interface Hooks {
  /** May add headers, for example `traceparent`. */
  beforeRequest?: ((request: OutgoingRequest) => void | Promise<void>) | undefined
  afterRequest?: ((request: OutgoingRequest, result: RequestResult) => void | Promise<void>) | undefined
}

export interface OutgoingRequest {
  method: string
  /** The path with the names of its parameters: a name for a span or a metric. */
  route: string
  url: string
  headers: Headers
  /** Starts at 1. */
  attempt: number
}

export interface RequestResult {
  durationMs: number
  /** Absent if there was no response. */
  response?: ResponseInfo
  error?: Error
  /** The wait before the next attempt; null if there will be none. */
  retryInMs: number | null
}

export interface ResponseCache {
  get(url: string): CachedResponse | undefined | Promise<CachedResponse | undefined>
  set(url: string, response: CachedResponse): void | Promise<void>
}

export interface CachedResponse {
  etag: string
  /** The JSON text of the response. */
  body: string
}

/** Keeps the latest responses in memory. The service confirms each one by a 304 before it is used again. */
export function etagCache({ maxEntries = 500 } = {}): ResponseCache {
  const responses = new Map<string, CachedResponse>()
  return {
    get(url) {
      const response = responses.get(url)
      if (response) remember(url, response)
      return response
    },
    set: remember,
  }

  function remember(url: string, response: CachedResponse): void {
    responses.delete(url)
    responses.set(url, response)
    const [oldest] = responses.keys()
    if (oldest !== undefined && responses.size > maxEntries) responses.delete(oldest)
  }
}
