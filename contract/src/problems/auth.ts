import { notFound, type ProblemEntries } from './entry.ts'

const unauthorized = { status: 401, headers: ['WWW-Authenticate'] } as const

/** Keys, scopes and the state of the client behind a key. */
export const authProblems = {
  'auth/missing-credentials': {
    ...unauthorized,
    title: 'Missing credentials',
    detail: 'Send your API key in the header "Authorization: Bearer <API_KEY>".',
    remedy:
      'Add the header "Authorization: Bearer <API_KEY>" with a key that the warehouse issued to you: the word Bearer, one space and the key, nothing else.',
  },
  'auth/invalid-key': {
    ...unauthorized,
    title: 'Invalid API key',
    detail: 'This API key is unknown, revoked or expired.',
    remedy:
      'Check that the key was copied in full (a portal key has 49 characters and starts with "pk_"). If it was revoked or has expired, ask for a new one.',
  },
  'auth/client-suspended': {
    status: 403,
    title: 'Account suspended',
    detail: 'The account that owns this key is suspended.',
    remedy:
      'Ask the warehouse why the account is suspended. The key works again as soon as the account is active.',
  },
  'auth/insufficient-scope': {
    status: 403,
    title: 'Insufficient scope',
    detail: 'This key does not have the scope that the request needs.',
    remedy:
      'Compare required_scopes with granted_scopes, and use a key that has the missing scope. A write scope does not include its read scope.',
    extra: ['required_scopes', 'granted_scopes'],
  },
  'keys/not-found': notFound('Key'),
} as const satisfies ProblemEntries
