// The one error that calls throw. `code` narrows `problem`:
//
//     if (error instanceof AndenError && error.code === 'orders/insufficient-stock') error.problem.shortages
import type { ResponseInfo } from './call.ts'
import type { ProblemCode, ProblemExtras } from './generated/problems.ts'
import type { Problem } from './generated/schemas.ts'

/** Failures without a problem document. */
export type TransportCode =
  /** No connection, or it broke before the response was complete. */
  | 'request/network'
  /** No complete response within `timeoutMs` or `deadlineMs`. */
  | 'request/timeout'
  /** `signal` was aborted; its reason is the `cause`. */
  | 'request/aborted'
  /** A response that is not the service's, for example the HTML page of a proxy. */
  | 'response/unexpected'

interface ErrorFields<Code, Document, Received> extends Error {
  readonly code: Code
  readonly problem: Document
  readonly response: Received
  readonly status: Received extends null ? null : number
  /** Quote it when you ask for support. If the last attempt got no response, this is the id of an earlier one. */
  readonly requestId: string | null
  /** The key that the request was sent with. For 24 hours, a new call with the same key and body does not do the work again. */
  readonly idempotencyKey: string | null
  /** How long the service asks to wait before the next request. */
  readonly retryAfterMs: number | null
  readonly attempts: number
  /** The address of the last attempt, without its query. */
  readonly url: string
}

export type AndenError =
  | {
      [Code in ProblemCode]: ErrorFields<Code, Problem & ProblemExtras[Code], ResponseInfo>
    }[ProblemCode]
  | ErrorFields<'response/unexpected', null, ResponseInfo>
  | ErrorFields<Exclude<TransportCode, 'response/unexpected'>, null, null>

export type ErrorDetails = {
  code: string
  message: string
  problem?: Problem
  response?: ResponseInfo
  retryAfterMs?: number | null
  cause?: unknown
}

export type ErrorContext = {
  idempotencyKey: string | null
  attempt: number
  requestId: string | null
  url: string
}

/** `instanceof` recognises errors of the package's other build, too: one for `import`, one for `require`. */
const brand = Symbol.for('@anden/sdk AndenError')

export const AndenError = class AndenError extends Error {
  static override [Symbol.hasInstance](value: unknown): boolean {
    return Object(value)[brand] === true
  }

  constructor(details: ErrorDetails, { idempotencyKey, attempt, requestId, url }: ErrorContext) {
    const { code, message, problem = null, response = null, retryAfterMs = null, cause } = details
    const id = response?.requestId ?? requestId
    super(`${message} (${code}${id ? `, ${id}` : ''})`, { cause })
    Object.defineProperty(this, brand, { value: true })
    // The name that `fetch` uses, for code that recognises an abort by its name.
    this.name = code === 'request/aborted' ? 'AbortError' : 'AndenError'
    Object.assign(this, {
      code,
      problem,
      response,
      status: response?.status ?? null,
      requestId: id,
      idempotencyKey,
      retryAfterMs,
      attempts: attempt,
      url,
    })
  }
} as unknown as {
  new (details: ErrorDetails, context: ErrorContext): AndenError
  readonly prototype: AndenError
}
