// The problem document (RFC 7807) and the members that some problems add to it.

import { fieldFaultCodes, lineFaultCodes } from '../faults/catalogue.ts'
import { paramsShape } from '../faults/params-shape.ts'
import { sheetFaultCodes } from '../faults/sheets.ts'
import { orderStatuses } from '../order-transitions.ts'
import { OrderUpdate } from '../orders.ts'
import { Id, Named, Nullable, OneOf, Quantity, Timestamp } from '../primitives.ts'
import { ProductInStock, ProductLabel } from '../products.ts'
import { type Static, type TSchema, Type } from '../type.ts'
import type { ProblemCode } from './catalogue.ts'

export const Problem = Named(
  'Problem',
  {
    type: Type.String({
      format: 'uri',
      description: '`{base_url}/errors/<category>/<code>`; opens as a page that explains the error',
      examples: ['http://localhost:3000/errors/validation/invalid-parameter'],
    }),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String(),
    instance: Type.String({ description: 'The path of the request', examples: ['/api/v1/portal/stock'] }),
    request_id: Type.String({ examples: ['req_0199b1c26f3a7c419d2e5b8a4f0e7d10'] }),
  },
  { additionalProperties: true, description: 'RFC 7807 problem document. Some problems add members' },
)
export type Problem = Static<typeof Problem>

const codeText =
  'What is wrong, for programs: `detail` says it in words. Codes may be added. The guide on errors lists them with their params'

export const FieldError = Named('FieldError', {
  pointer: Type.String({
    description: 'A JSON Pointer into the body, or the name of the parameter',
    examples: ['/items/0/quantity'],
  }),
  detail: Type.String({ examples: ['must be greater than 0'] }),
  code: OneOf(fieldFaultCodes, { description: codeText, examples: ['not_above'] }),
  params: paramsShape(fieldFaultCodes, { limit: 0 }),
})

export const LineError = Named('LineError', {
  line: Type.Integer({ description: 'Line of the file, counted from 1', examples: [99_999] }),
  column: Nullable(
    Type.String({ description: 'Name of the column; null: the whole line', examples: ['quantity'] }),
  ),
  detail: Type.String({ examples: ['must be at least 0'] }),
  code: OneOf(lineFaultCodes, { description: codeText, examples: ['too_small'] }),
  params: paramsShape(lineFaultCodes, { min: 0 }),
})

/** The reasons why goods in the warehouse cannot be taken, in the order in which they are reported. */
export const shortageCauses = [
  'expired',
  'on_hold',
  'reserved',
  'other_vintage',
  'other_lot',
  'other_items',
] as const
export type ShortageCause = (typeof shortageCauses)[number]

/** A cell of a sheet that cannot be accepted. */
export const SheetError = Named('SheetError', {
  line: Type.Integer({ description: 'Line of the sheet, counted from 1', examples: [7] }),
  column: Nullable(
    Type.String({
      description: 'Name of the column, not its heading; null: the whole line',
      examples: ['quantity'],
    }),
  ),
  value: Nullable(Type.String({ description: 'The text of the cell', examples: ['1.500'] })),
  detail: Type.String({ examples: ['can be 1500 or 1.5: write it without thousands separators'] }),
  code: OneOf(sheetFaultCodes, { description: codeText, examples: ['ambiguous_number'] }),
  params: paramsShape(sheetFaultCodes, { one: 1500, other: 1.5 }),
  candidates: Type.Array(
    Named('SheetCandidate', {
      value: Type.String({ description: 'What to write into the cell', examples: ['1500'] }),
      label: Nullable(
        Type.String({ description: 'What that is, in words', examples: ['Vinoteca del Centro'] }),
      ),
    }),
    { description: 'What may have been meant, the nearest first; often empty' },
  ),
})

export const ShortageReason = Named('ShortageReason', {
  code: OneOf(shortageCauses, {
    description:
      '`expired`: past their expiry date. `on_hold`: in a lot on hold. `reserved`: by other pending orders. `other_vintage`, `other_lot`: not of the vintage or lot that was asked for. `other_items`: taken by other items of the same request',
    examples: ['on_hold'],
  }),
  quantity: Quantity,
})
export type ShortageReason = Static<typeof ShortageReason>

export const Shortage = Named('Shortage', {
  product_id: Id,
  products: ProductInStock,
  requested: Quantity,
  available: Quantity,
  in_stock: Type.Number({
    description: 'What lies in the warehouse of this product: `available` and the quantities of `reasons`',
    examples: [236],
  }),
  reasons: Type.Array(ShortageReason, {
    description: 'Why the rest of it cannot be taken; empty if all of it is available. One entry per code',
  }),
  vintage_year: Type.Optional(
    Type.Integer({ description: 'Present when the shortage is within this vintage', examples: [2021] }),
  ),
})
export type Shortage = Static<typeof Shortage>

/** Goods of an order that belong to a lot on hold. */
export const HeldGoods = Named('HeldGoods', {
  lot_id: Id,
  lot_number: Type.String({ examples: ['L2409-A'] }),
  product_id: Id,
  products: ProductLabel,
  quantity: Type.Number({ description: 'What the order has of the lot', examples: [6] }),
  reason: Type.String({ examples: ['Retiro del mercado por el fabricante'] }),
  since: Timestamp,
})
export type HeldGoods = Static<typeof HeldGoods>

/** Why an order cannot be on a trip, or cannot depart. */
export const notReadyReasons = ['wrong_status', 'retiro', 'not_in_preparation', 'lot_on_hold'] as const

export const NotReadyOrder = Named('NotReadyOrder', {
  order_id: Id,
  order_number: Type.String({ examples: ['PED-000042'] }),
  why: OneOf(notReadyReasons, {
    description:
      '`wrong_status`: it is neither approved, in preparation nor a failed delivery. `retiro`: the recipient collects it. `not_in_preparation`: it is only approved, and cannot depart yet. `lot_on_hold`: it has goods of lots on hold',
    examples: ['not_in_preparation'],
  }),
  current_status: OneOf(orderStatuses, { examples: ['approved'] }),
  lots: Type.Array(HeldGoods, { description: 'With `lot_on_hold`: which; otherwise empty' }),
})
export type NotReadyOrder = Static<typeof NotReadyOrder>

export const OrderOnTrip = Named('OrderOnTrip', {
  order_id: Id,
  order_number: Type.String({ examples: ['PED-000042'] }),
  trip_id: Id,
  trip_number: Type.String({ examples: ['VIA-000042'] }),
})
export type OrderOnTrip = Static<typeof OrderOnTrip>

export const OpenStop = Named('OpenStop', {
  position: Type.Integer({ examples: [3] }),
  order_id: Id,
  order_number: Type.String({ examples: ['PED-000042'] }),
})
export type OpenStop = Static<typeof OpenStop>

const problemExtras = {
  errors: Type.Array(FieldError, { description: 'Every error in the input, up to 20' }),
  required_scopes: Type.Array(Type.String(), { examples: [['read:stock']] }),
  granted_scopes: Type.Array(Type.String(), { examples: [['read:orders']] }),
  tier: Type.String({ enum: ['read', 'write', 'burst', 'auth'], examples: ['burst'] }),
  shortages: Type.Array(Shortage),
  lots: Type.Array(HeldGoods, { description: 'Those on hold that the order has goods of' }),
  refused: Type.Array(
    Named('RefusedOrder', {
      index: Type.Integer({ description: 'From 0, as in `orders` of the request', examples: [3] }),
      idempotency_key: Type.String({ examples: ['OC-2026-0117'] }),
      problem: Type.Unsafe<Problem>(Problem),
    }),
    { description: 'The orders that cannot be placed, each with its problem' },
  ),
  current_status: Type.String({ examples: ['in_transit'] }),
  existing: Named(
    'ExistingNotice',
    { id: Id, number: Type.String({ examples: ['AVI-000042'] }) },
    { description: 'The notice that has the reference already' },
  ),
  allowed_actions: Type.Array(Type.String(), { examples: [['deliver', 'fail']] }),
  revision: Type.Integer({ description: 'What it is now', examples: [5] }),
  changes: Type.Array(OrderUpdate, { description: 'The updates since the revision that was given' }),
  orders: Type.Array(NotReadyOrder, { description: 'All of them' }),
  on_trips: Type.Array(OrderOnTrip, { description: 'The orders, each with the trip that it is on' }),
  stops: Type.Array(OpenStop, { description: 'Those without an outcome' }),
  refusal: Type.String({ enum: ['not-departed', 'closed', 'expired'], examples: ['not-departed'] }),
  outcome: Type.String({ enum: ['delivered', 'failed', 'cancelled'], examples: ['delivered'] }),
  scripts: Type.Array(Type.String(), {
    description: 'Those that can start with the order as it is now',
    examples: [['fail_then_deliver', 'fail_and_cancel']],
  }),
  name: Nullable(Type.String({ examples: ['Marta Gil'] }), {
    description: 'Who accepted; null once it was removed',
  }),
  at: { ...Timestamp, description: 'When the service got the acceptance' },
} satisfies Record<string, TSchema>
export type ProblemExtra = keyof typeof problemExtras

/** Members that have a different schema in one problem. */
const ownShapes: Partial<Record<ProblemCode, Partial<Record<ProblemExtra, TSchema>>>> = {
  'imports/invalid-file': {
    errors: Type.Array(LineError, { description: 'The first errors by line, up to 1,000' }),
  },
  'imports/invalid-sheet': {
    errors: Type.Array(SheetError, { description: 'The first errors by line, up to 1,000' }),
  },
}

/** The schema of a member that this problem adds. */
export const extraShape = (code: ProblemCode, name: ProblemExtra): TSchema =>
  ownShapes[code]?.[name] ?? problemExtras[name]
