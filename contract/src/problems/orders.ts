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
