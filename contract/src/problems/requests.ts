import type { ProblemEntries } from './entry.ts'

/** The request itself: its syntax, its input, its path and its rate. */
export const requestProblems = {
  'validation/malformed-request': {
    status: 400,
    title: 'Malformed request',
    detail: 'This is not a well-formed HTTP request.',
    remedy:
      'Use an HTTP client library instead of writing the request by hand. Send one Host header, with the host of the URL. The status is 408 if the request did not arrive in time.',
  },
  'validation/headers-too-large': {
    status: 431,
    title: 'Headers too large',
    detail: 'The headers of the request are too large.',
    remedy:
      'All headers together, with the path and the query, may have 16 KiB. Send fewer cookies and shorter parameters.',
  },
  'validation/malformed-json': {
    status: 400,
    title: 'Malformed JSON',
    detail: 'The body is not valid JSON.',
    remedy: 'Send a body that a JSON parser accepts, in UTF-8 and nested at most 64 levels deep.',
  },
  'validation/invalid-parameter': {
    status: 400,
    title: 'Invalid parameter',
    detail: 'A query or path parameter is not valid.',
    remedy:
      'See "errors": each entry names the parameter and says what is wrong with it. Unknown parameters are rejected, so that a misspelt filter never returns everything.',
    extra: ['errors'],
  },
  'validation/invalid-cursor': {
    status: 400,
    title: 'Invalid cursor',
    detail:
      'This cursor was not issued for this list with these filters. Pass next_cursor of the previous page unchanged and with the same filters, or start again without a cursor.',
    remedy:
      'Pass next_cursor of the previous page unchanged and with the same filters, or start again without a cursor. A cursor belongs to the client, the list and the filters that it was issued for.',
  },
  'validation/invalid-body': {
    status: 422,
    title: 'Invalid body',
    detail: 'The body does not match the schema.',
    remedy:
      'See "errors": each entry points at a member of the body and says what is wrong with it. Unknown members are rejected.',
    extra: ['errors'],
  },
  'validation/unsupported-media-type': {
    status: 415,
    title: 'Unsupported media type',
    detail: 'Send the body as application/json.',
    remedy:
      'Set the Content-Type that the operation expects: application/json, multipart/form-data for a file, text/csv for a stock count.',
  },
  'validation/payload-too-large': {
    status: 413,
    title: 'Payload too large',
    detail: 'The body is larger than 1 MiB.',
    remedy: 'Split the data over several requests.',
  },
  'routing/not-found': {
    status: 404,
    title: 'Path not found',
    detail: 'There is nothing at this path. See the API reference at /docs.',
    remedy: 'Compare the path with the API reference at /docs. Paths have no trailing slash.',
  },
  'routing/method-not-allowed': {
    status: 405,
    title: 'Method not allowed',
    detail: 'This path does not support this method.',
    remedy: 'Use one of the methods in the Allow header.',
    headers: ['Allow'],
  },
  'rate-limit/exceeded': {
    status: 429,
    title: 'Rate limit exceeded',
    detail: 'Too many requests.',
    remedy:
      'Wait for the number of seconds in Retry-After, then continue. Back off exponentially if it happens again. Send If-None-Match to keep polling cheap, and prefer webhooks to polling.',
    headers: ['Retry-After'],
    extra: ['tier'],
  },
} as const satisfies ProblemEntries

export const serverProblems = {
  'server/internal': {
    status: 500,
    title: 'Internal error',
    detail: 'An unexpected error occurred. It is logged under the request id.',
    remedy: 'Try again. If the error persists, report the request_id.',
  },
  'server/unavailable': {
    status: 503,
    title: 'Temporarily unavailable',
    detail: 'The service cannot reach its database at the moment.',
    remedy: 'Try again after the number of seconds in Retry-After.',
    headers: ['Retry-After'],
  },
} as const satisfies ProblemEntries

export const liveProblems = {
  'live/too-many-streams': {
    status: 429,
    title: 'Too many live streams',
    detail: 'This key or session has 20 live streams open.',
    remedy:
      'Close a stream before you open another one. One stream reports all topics: share it between the parts of a program, or between the tabs of a browser.',
    headers: ['Retry-After'],
  },
} as const satisfies ProblemEntries

export const idempotencyProblems = {
  'idempotency/key-required': {
    status: 400,
    title: 'Idempotency-Key required',
    detail: 'Send an Idempotency-Key header: any unique string, for example a UUID.',
    remedy: 'Generate a new key for each order, and send the same key when you retry that order.',
  },
  'idempotency/key-invalid': {
    status: 400,
    title: 'Invalid Idempotency-Key',
    detail: 'Idempotency-Key must have 1 to 255 characters.',
    remedy: 'Use a UUID, for example.',
  },
  'idempotency/key-reused-with-different-body': {
    status: 409,
    title: 'Idempotency-Key reused',
    detail:
      'This Idempotency-Key was already used with a different body. Send a new key with a new request; to repeat the first one, send its body unchanged.',
    remedy:
      'A key identifies one request. Use a new key for a new request, even if only a quantity has changed. To learn what became of the first one, send it again with its own body.',
  },
  'idempotency/request-in-progress': {
    status: 409,
    title: 'Request in progress',
    detail: 'A request with this Idempotency-Key is still running.',
    remedy:
      'Wait for the number of seconds in Retry-After and send the same request again: you get the response to the first one.',
    headers: ['Retry-After'],
  },
} as const satisfies ProblemEntries
