import { cancellableByClientText } from '../order-transitions.ts'
import { notFound, type ProblemEntries } from './entry.ts'

/** Orders and the recipients that they name. */
export const orderProblems = {
  'orders/not-found': notFound('Order'),
  'orders/unknown-destinatario': {
    status: 422,
    title: 'Unknown destinatario',
    detail: 'destinatario_id is not one of your destinatarios.',
    remedy:
      'Use the id of one of your destinatarios (GET /destinatarios). A deleted one cannot be used in a new order.',
    extra: ['errors'],
  },
  'orders/unknown-product': {
    status: 422,
    title: 'Unknown product',
    detail: 'The order names a product that is not yours or is archived.',
    remedy:
      'Use product ids from GET /stock, which leaves out archived products. "errors" points at each item concerned.',
    extra: ['errors'],
  },
  'orders/insufficient-stock': {
    status: 422,
    title: 'Insufficient stock',
    detail: 'There is not enough available stock for this order.',
    remedy:
      'Compare "requested" with "available" in each of "shortages". Order less, or wait for stock. Available stock has not expired, is not on hold and is not reserved by pending orders; "reasons" says how much of "in_stock" is kept back by each of these. When an order is approved the status is 409: the stock was there when the order was created, but is gone now.',
    extra: ['shortages'],
  },
  'orders/not-cancellable': {
    status: 409,
    title: 'Order not cancellable',
    detail: `An order can be cancelled only while it is ${cancellableByClientText}.`,
    remedy: 'The order is already past those states (see "current_status"). Ask the warehouse to cancel it.',
    extra: ['current_status'],
  },
  'orders/invalid-transition': {
    status: 409,
    title: 'Invalid transition',
    detail: 'The current status of the order does not allow this action.',
    remedy:
      'See "current_status" and "allowed_actions". Someone else may have changed the order first: read it again.',
    extra: ['current_status', 'allowed_actions'],
  },
  'orders/lot-on-hold': {
    status: 409,
    title: 'Goods of a lot on hold',
    detail: 'The order contains goods of a lot that is on hold, so it cannot be dispatched.',
    remedy:
      'See "lots" for the lots and why each is held. Keep the order back until they are released, or cancel it, which returns the goods to their lots. To let it leave nevertheless, repeat the request with {"override_hold": true} and a reason; the audit log keeps both.',
    extra: ['lots'],
  },
  'destinatarios/not-found': notFound('Destinatario'),
} as const satisfies ProblemEntries
