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
  'orders/batch-refused': {
    status: 422,
    title: 'Batch refused',
    detail: 'Some orders of the batch cannot be placed, so none was.',
    remedy:
      'See "refused": each has the index of its order and its problem. Correct or leave out these orders, with new keys for those that you have corrected, and send the batch again. With "mode": "each" the others are placed.',
    extra: ['refused'],
  },
  'orders/not-cancellable': {
    status: 409,
    title: 'Order not cancellable',
    detail: `An order can be cancelled only while it is ${cancellableByClientText}.`,
    remedy: 'The order is already past those states (see "current_status"). Ask the warehouse to cancel it.',
    extra: ['current_status'],
  },
  'orders/not-changeable': {
    status: 409,
    title: 'Order not changeable',
    detail: 'An order can be changed only while it is pending.',
    remedy:
      'The warehouse has already decided on it, or it is cancelled (see "current_status"). Cancel it while that is possible and place another one, or ask the warehouse.',
    extra: ['current_status'],
  },
  'orders/changed-meanwhile': {
    status: 409,
    title: 'Order changed meanwhile',
    detail: 'The order has changed since the revision that this request is based on. Nothing was changed.',
    remedy:
      'See "changes" for what updates have changed since, and "current_status". If the request still makes sense, send it again with the "revision".',
    extra: ['revision', 'changes', 'current_status'],
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
  'orders/on-trip': {
    status: 409,
    title: 'Order on a trip',
    detail: 'The order is on a trip that has not departed, so it does not leave by itself.',
    remedy:
      'See "on_trips". Let the trip depart, which dispatches all its orders, or remove the order from it first.',
    extra: ['on_trips'],
  },
  'orders/not-to-pick': {
    status: 422,
    title: 'Orders without goods to pick',
    detail: 'Some of these orders are neither approved nor in preparation.',
    remedy:
      'See "errors": each pointer is the parameter with the position of the order in it, counted from 0. Leave these orders out.',
    extra: ['errors'],
  },
  'orders/not-packed': {
    status: 409,
    title: 'Order not packed',
    detail: 'How many packages the order has is not known yet, so there are no labels.',
    remedy: 'Pack it first: PATCH /orders/{id} with {"action": "pack", "packages": 3}.',
  },
  'destinatarios/not-found': notFound('Destinatario'),
} as const satisfies ProblemEntries

export const remitoProblems = {
  'remitos/not-found': notFound('Remito'),
  'remitos/some-not-found': {
    status: 404,
    title: 'Some remitos not found',
    detail: 'Some of these ids are not of a remito.',
    remedy:
      'See "errors": each pointer is the parameter with the position of the id in it, counted from 0. Leave these ids out, or correct them.',
    extra: ['errors'],
  },
  'remitos/insufficient-stock': {
    status: 422,
    title: 'Insufficient stock',
    detail: 'There is not enough available stock for this egreso.',
    remedy:
      'An egreso can take only stock that has not expired, is not on hold and is not reserved by pending orders. See "shortages".',
    extra: ['shortages'],
  },
  'remitos/duplicate-number': {
    status: 409,
    title: 'Duplicate remito number',
    detail: 'This client already has an ingreso with this number.',
    remedy:
      'These goods were probably entered already. If the first ingreso was wrong, void it, then enter it again.',
  },
  'remitos/already-voided': {
    status: 409,
    title: 'Remito already voided',
    detail: 'This remito is already voided.',
    remedy: 'No action is needed.',
  },
  'remitos/goods-gone': {
    status: 409,
    title: 'Goods no longer in stock',
    detail: 'Some goods of this ingreso have since left their lots.',
    remedy:
      'An ingreso can be voided only while all its goods are still in stock. Correct the stock with an adjustment instead.',
  },
  'remitos/belongs-to-order': {
    status: 409,
    title: 'Remito belongs to an order',
    detail: 'This egreso was issued for an order.',
    remedy: 'Cancel the order: that voids its egreso and returns the goods.',
  },
  'remitos/belongs-to-return': {
    status: 409,
    title: 'Remito belongs to a return',
    detail: 'By this ingreso the goods of a return came in, and it cannot be voided by itself.',
    remedy: 'Was it received wrongly? Correct the stock of the lot concerned with an adjustment.',
  },
} as const satisfies ProblemEntries

export const remitoBookProblems = {
  'remitos/book-not-found': notFound('Book of remitos'),
  'remitos/book-overlap': {
    status: 409,
    title: 'Numbers of another book',
    detail: 'Some of these numbers are in another book, or were issued already.',
    remedy:
      'Compare point of sale and numbers with the authorisation of the CAI. Was the other book entered wrongly? Close it: that gives back the numbers that it has not used.',
  },
  'remitos/no-active-book': {
    status: 409,
    title: 'No book of remitos to number from',
    detail:
      'No book of remitos has numbers left and a valid CAI, so no egreso can be issued. Nothing was changed.',
    remedy:
      'An administrator of the warehouse enters a book with its CAI: on the page "Books of remitos", or with POST /remito-books. Then repeat the request, with another Idempotency-Key if it had one.',
  },
} as const satisfies ProblemEntries

export const attachmentProblems = {
  'attachments/not-found': notFound('Attachment'),
  'attachments/unsupported-type': {
    status: 415,
    title: 'Not a PDF',
    detail: 'Only PDF files can be attached.',
    remedy: 'The content of the file must start with %PDF- and its name must end in .pdf.',
  },
  'attachments/too-large': {
    status: 413,
    title: 'File too large',
    detail: 'An attachment can have at most 10 MiB.',
    remedy: 'Make the file smaller, or split it.',
  },
  'attachments/limit-reached': {
    status: 409,
    title: 'Too many attachments',
    detail: 'An order can have at most 20 attachments.',
    remedy: 'Combine several documents into one PDF.',
  },
  'attachments/order-closed': {
    status: 409,
    title: 'Order closed',
    detail: 'Files cannot be attached to a rejected or cancelled order.',
    remedy: 'Attach the file to the order that replaces this one.',
  },
  'attachments/not-removable': {
    status: 409,
    title: 'Attachment not removable',
    detail: 'Files can be removed only while the order is pending.',
    remedy: 'The warehouse has already decided on the order (see "current_status"). Ask the warehouse.',
    extra: ['current_status'],
  },
  'attachments/invalid-link': {
    status: 403,
    title: 'Invalid link',
    detail: 'This link is not valid, or older than an hour.',
    remedy: 'Read the order again: every read returns fresh links.',
  },
} as const satisfies ProblemEntries
