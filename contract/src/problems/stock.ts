import { notFound, type ProblemEntries } from './entry.ts'

/** Stock, lots and stock counts. */
export const stockProblems = {
  'stock/not-found': notFound('Stock row'),
  'stock/insufficient-stock': {
    status: 422,
    title: 'Insufficient stock',
    detail: 'There is not enough stock for this movement.',
    remedy:
      'See "shortages". The quantity of a lot can never go below zero, and a transfer can take only available stock.',
    extra: ['shortages'],
  },
  'lots/not-found': notFound('Lot'),
  'lots/on-hold': {
    status: 409,
    title: 'Lot on hold',
    detail: 'Goods of a lot on hold can be neither handed out nor transferred.',
    remedy:
      'Use another lot, or release this one with PATCH /lots/{id} and {"hold": false}. "errors" points at each place that names it. An adjustment can still correct its quantity.',
    extra: ['errors'],
  },
  'imports/invalid-file': {
    status: 422,
    title: 'Invalid file',
    detail: 'The file has invalid lines. Nothing was changed.',
    remedy:
      'See "errors": up to 1,000 entries with the line, the column and what is wrong. Correct them and send the whole file again.',
    extra: ['errors'],
  },
  'imports/not-found': notFound('Import'),
  'imports/stock-changed': {
    status: 409,
    title: 'Stock changed since the dry run',
    detail: 'A lot of the file has changed since the dry run with this fingerprint. Nothing was imported.',
    remedy:
      'Repeat the dry run to see what the file would change now, then import it with the new fingerprint. Without a fingerprint the file is imported whatever has changed.',
  },
} as const satisfies ProblemEntries
