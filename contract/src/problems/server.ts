import type { ProblemEntries } from './entry.ts'

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
