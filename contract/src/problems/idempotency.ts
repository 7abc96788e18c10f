import type { ProblemEntries } from './entry.ts'

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
    detail: 'This Idempotency-Key was already used with a different body.',
    remedy: 'A key identifies one request. Use a new key for a new request.',
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
