// Goods of a delivered order that come back to the warehouse.
import { ofClient } from './clients.ts'
import { CreatedBetween } from './paging.ts'
import {
  CalendarDate,
  Id,
  Named,
  Nullable,
  OneOf,
  Quantity,
  QuantityIn,
  Text,
  Timestamp,
  VintageYear,
} from './primitives.ts'
import { UnitType } from './products.ts'
import { returnActions, returnDispositions, returnReasons, returnStatuses } from './return-values.ts'
import { type Static, Type } from './type.ts'

export const ReturnStatus = OneOf(returnStatuses, {
  description:
    '`expected`: the goods are on their way back. `received`: they came, or some of them. `closed`: they do not come',
  examples: ['expected'],
})
export type ReturnStatus = Static<typeof ReturnStatus>

export const ReturnReason = OneOf(returnReasons, {
  description:
    '`damaged`: it arrived damaged. `refused`: the recipient did not want it. `wrong_goods`: it was not what had been ordered',
  examples: ['damaged'],
})
export type ReturnReason = Static<typeof ReturnReason>

export const ReturnDisposition = OneOf(returnDispositions, {
  description:
    '`restock`: back into the lot that it came from. `hold`: into a lot of its own with the number of the return, on hold. `write_off`: recorded, and not in stock again',
  examples: ['restock'],
})
export type ReturnDisposition = Static<typeof ReturnDisposition>

const returnFields = {
  id: Id,
  number: Type.String({
    description: 'Given by the service, one series per client',
    examples: ['DEV-000007'],
  }),
  status: ReturnStatus,
  order_id: Id,
  order_number: Type.String({ examples: ['PED-000294'] }),
  remito_id: { ...Id, description: 'The egreso with which the goods left' },
  remito_number: Type.Array(Type.String(), {
    description: 'The numbers of that egreso',
    examples: [['R 00001-00001234']],
  }),
  lines: Type.Integer({ description: 'How many lines it has', examples: [2] }),
  created_at: Timestamp,
  updated_at: Timestamp,
}

export const Return = Named('Return', returnFields)
export type Return = Static<typeof Return>

const goods = {
  product_id: Id,
  sku: Type.String({ examples: ['MAL-RES-750'] }),
  name: Type.String({ examples: ['Malbec Reserva 750 ml'] }),
  unit_type: UnitType,
  gtin: Nullable(Type.String({ examples: ['7790895000997'] })),
  lot_id: { ...Id, description: 'The lot that the goods came from' },
  lot_number: Type.String({ examples: ['L2409-A'] }),
  expiry_date: Nullable(CalendarDate),
  vintage_year: Nullable(VintageYear),
}

/** Not below 0, which an example for a request would be. */
const part = (description: string) => Type.Number({ minimum: 0, description, examples: [4] })

export const ReturnItem = Named('ReturnItem', {
  id: Id,
  remito_item_id: { ...Id, description: 'The line of the egreso' },
  ...goods,
  expected: { ...Quantity, examples: [6] },
  reason: ReturnReason,
  note: Nullable(Type.String({ examples: ['Dos botellas rotas'] })),
  received: part('What came: `restocked` + `held` + `written_off`. 0 until then'),
  disposition: Nullable(ReturnDisposition, {
    description: 'What was done with all that came; null until then, and if it was divided',
  }),
  restocked: part('Back in its lot'),
  held: part('In the lot of the return, on hold when it came'),
  written_off: part('Not in stock again'),
})
export type ReturnItem = Static<typeof ReturnItem>

const detailFields = {
  ...returnFields,
  notes: Nullable(Type.String({ examples: ['Avisó el local por teléfono'] })),
  received_at: Nullable(Timestamp, { description: 'null until the goods are received' }),
  closed_at: Nullable(Timestamp, { description: 'null unless the goods do not come' }),
  close_reason: Nullable(Type.String({ examples: ['El local se quedó con la mercadería'] })),
  ingreso_id: Nullable(Id, {
    description: 'The ingreso by which the goods came in; null if none did, or everything was written off',
  }),
  items: Type.Array(ReturnItem),
}

export const ReturnDetail = Named('ReturnDetail', detailFields)
export type ReturnDetail = Static<typeof ReturnDetail>

export const StaffReturn = Named('StaffReturn', { ...ofClient, ...returnFields })
export type StaffReturn = Static<typeof StaffReturn>

export const StaffReturnDetail = Named('StaffReturnDetail', { ...ofClient, ...detailFields })
export type StaffReturnDetail = Static<typeof StaffReturnDetail>

export const ReturnFilters = {
  status: Type.Optional(ReturnStatus),
  order_id: Type.Optional({ ...Id, description: 'The order whose goods come back' }),
  ...CreatedBetween,
}

export const StaffReturnFilters = { client_id: Type.Optional(Id), ...ReturnFilters }

/** As many as an egreso can have lines, each damaged and refused. */
const maxReturnLines = 1000

const Note = Type.Optional(Nullable(Text(500, { examples: ['Dos botellas rotas'] })))

export const NewReturn = Named('NewReturn', {
  order_id: Id,
  items: Type.Array(
    Named('NewReturnItem', { remito_item_id: Id, quantity: QuantityIn, reason: ReturnReason, note: Note }),
    { minItems: 1, maxItems: maxReturnLines, description: 'Each line of the egreso once per reason' },
  ),
  notes: Type.Optional(Nullable(Text(2000, { examples: ['Avisó el local por teléfono'] }))),
})
export type NewReturn = Static<typeof NewReturn>

export const ReturnChange = Named('ReturnChange', {
  action: OneOf(returnActions, { examples: ['receive'] }),
  items: Type.Optional(
    Type.Array(
      Named('ReceivedReturnItem', {
        id: { ...Id, description: 'The line of the return' },
        quantity: QuantityIn,
        disposition: ReturnDisposition,
      }),
      {
        minItems: 1,
        maxItems: maxReturnLines * returnDispositions.length,
        description:
          'Required for receive, and only for it: what came. A line can be divided: once per disposition. What is left out did not come',
      },
    ),
  ),
  hold_reason: Type.Optional(
    Text(500, {
      description: 'Only for receive: why goods are put on hold. Default: the number of the return',
      examples: ['Etiquetas mojadas'],
    }),
  ),
  reason: Type.Optional(
    Text(500, {
      description: 'Required for close, and only for it: why the goods do not come',
      examples: ['El local se quedó con la mercadería'],
    }),
  ),
})
export type ReturnChange = Static<typeof ReturnChange>

/** The goods of an order that can still come back. */
export const Returnable = Named('Returnable', {
  order_id: Id,
  order_number: returnFields.order_number,
  order_status: Type.String({
    description: 'Only a delivered order has goods that come back',
    examples: ['delivered'],
  }),
  ...ofClient,
  remito_id: Nullable(Id, { description: 'Its egreso; null if it has none' }),
  items: Type.Array(
    Named('ReturnableItem', {
      remito_item_id: Id,
      ...goods,
      shipped: { ...Quantity, examples: [12] },
      missing: part('What the recipient did not get, by the acceptance'),
      returned: part('In returns that are expected or were received'),
      returnable: part('`shipped` − `missing` − `returned`'),
    }),
  ),
})
export type Returnable = Static<typeof Returnable>
