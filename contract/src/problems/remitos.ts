import { notFound, type ProblemEntries } from './entry.ts'

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
