import { notFound, type ProblemEntries } from './entry.ts'

/** Clients and their accounts. */
export const accountProblems = {
  'clients/not-found': notFound('Client'),
  'clients/duplicate-cuit': {
    status: 409,
    title: 'Duplicate CUIT or DNI',
    detail: 'Another client already has this CUIT or DNI.',
    remedy: 'Use the existing client, or correct the number.',
  },
  'transactions/not-found': notFound('Transaction'),
  'account/already-reversed': {
    status: 409,
    title: 'Entry already reversed',
    detail: 'This entry is already reversed, or is itself a reversal.',
    remedy: 'An entry can be reversed only once. If the reversal was wrong, record the original entry again.',
  },
  'account/duplicate-number': {
    status: 409,
    title: 'Duplicate credit note number',
    detail: 'This client already has a credit note with this number.',
    remedy:
      'If this credit note was issued already, no action is needed. Otherwise use another number: the number of a reversed credit note stays taken.',
  },
} as const satisfies ProblemEntries
