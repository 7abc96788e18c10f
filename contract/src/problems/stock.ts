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
      'See "errors": up to 20 entries with the line, the column and what is wrong. Correct them and send the whole file again.',
    extra: ['errors'],
  },
} as const satisfies ProblemEntries
