// The problem document (RFC 7807) and the members that some problems add to it.

import { fieldFaultCodes, lineFaultCodes } from '../faults/catalogue.ts'
import { paramsShape } from '../faults/params-shape.ts'
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

const problemExtras = {
  errors: Type.Array(FieldError, { description: 'Every error in the input, up to 20' }),
  required_scopes: Type.Array(Type.String(), { examples: [['read:stock']] }),
  granted_scopes: Type.Array(Type.String(), { examples: [['read:orders']] }),
  tier: Type.String({ enum: ['read', 'write', 'burst', 'auth'], examples: ['burst'] }),
  shortages: Type.Array(Shortage),
  lots: Type.Array(HeldGoods, { description: 'Those on hold that the order has goods of' }),
  current_status: Type.String({ examples: ['in_transit'] }),
  allowed_actions: Type.Array(Type.String(), { examples: [['deliver', 'fail']] }),
} satisfies Record<string, TSchema>
export type ProblemExtra = keyof typeof problemExtras

/** Members that have a different schema in one problem. */
const ownShapes: Partial<Record<ProblemCode, Partial<Record<ProblemExtra, TSchema>>>> = {
  'imports/invalid-file': {
    errors: Type.Array(LineError, { description: 'The first errors by line, up to 1,000' }),
  },
}

/** The schema of a member that this problem adds. */
export const extraShape = (code: ProblemCode, name: ProblemExtra): TSchema =>
  ownShapes[code]?.[name] ?? problemExtras[name]
