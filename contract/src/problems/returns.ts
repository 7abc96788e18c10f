import { notFound, type ProblemEntries } from './entry.ts'

/** Goods that come back. */
export const returnProblems = {
  'returns/not-found': notFound('Return'),
  'returns/order-not-delivered': {
    status: 409,
    title: 'Order not delivered',
    detail: 'Only goods of a delivered order come back.',
    remedy:
      'See "current_status". Goods that have not left go back to stock when the order is cancelled; those on the way are delivered first, or the delivery fails.',
    extra: ['current_status'],
  },
  'returns/invalid-transition': {
    status: 409,
    title: 'Invalid transition',
    detail: 'The current status of the return does not allow this action.',
    remedy:
      'See "current_status" and "allowed_actions". Someone else may have received the goods first: read the return again. A wrong receipt is corrected by an adjustment.',
    extra: ['current_status', 'allowed_actions'],
  },
} as const satisfies ProblemEntries
