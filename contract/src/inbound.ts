// Goods that a client announces, and that the warehouse receives against the announcement.
import { ofClient } from './clients.ts'
import { maxDocumentLength } from './documents.ts'
import { inboundActions, inboundDifferenceReasons, inboundStatuses } from './inbound-transitions.ts'
import {
  CalendarDate,
  Id,
  Line,
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
import { type Static, Type } from './type.ts'

export const InboundStatus = OneOf(inboundStatuses, { examples: ['announced'] })
export type InboundStatus = Static<typeof InboundStatus>

const Revision = Type.Integer({
  minimum: 1,
  description: 'From 1, and 1 more with every change of the notice',
  examples: [1],
})

const noticeFields = {
  id: Id,
  number: Type.String({
    description: 'Given by the service, one series per client',
    examples: ['AVI-000042'],
  }),
  reference: Type.String({
    description: "The client's own, unique among its notices that are not cancelled",
    examples: ['OC-2026-0117'],
  }),
  status: InboundStatus,
  revision: Revision,
  expected_on: Type.String({
    format: 'date',
    description: 'The day on which the goods are expected',
    examples: ['2026-11-20'],
  }),
  carrier: Nullable(Type.String({ examples: ['Expreso Cuyo'] })),
  remito_number: Type.Array(Type.String(), {
    description: 'The numbers on the papers that come with the goods',
    examples: [['R 00003-00001821']],
  }),
  packages: Nullable(Type.Integer({ examples: [12] }), { description: 'How many packages or pallets come' }),
  notes: Nullable(Type.String({ examples: ['Entra por el portón 2'] })),
  lines: Type.Integer({
    description: 'How many lines it has, with those of goods that were not announced',
    examples: [3],
  }),
  lines_received: Type.Integer({ description: 'Of how many something was received', examples: [2] }),
  created_at: Timestamp,
  updated_at: Timestamp,
}

export const InboundNotice = Named('InboundNotice', noticeFields)
export type InboundNotice = Static<typeof InboundNotice>

const DifferenceReason = OneOf(inboundDifferenceReasons, {
  description:
    '`missing`: it did not come. `damaged`: it came and was not accepted. `surplus`: more came than announced. `other_lot`: it came in another lot',
  examples: ['missing'],
})

export const InboundItem = Named('InboundItem', {
  id: Id,
  product_id: Id,
  sku: Type.String({ examples: ['MAL-RES-750'] }),
  name: Type.String({ examples: ['Malbec Reserva 750 ml'] }),
  unit_type: UnitType,
  gtin: Nullable(Type.String({ examples: ['7790895000997'] })),
  announced: Type.Boolean({
    description: '`false`: it came without having been announced',
    examples: [true],
  }),
  quantity: { ...Quantity, description: 'Announced; 0 if it was not. Exact to 3 decimals' },
  lot_number: Nullable(Type.String({ examples: ['L2409-A'] })),
  expiry_date: Nullable(CalendarDate),
  vintage_year: Nullable(VintageYear),
  received: Type.Number({
    description: 'The sum of its lines in the ingresos that are not voided',
    examples: [118],
  }),
  difference: Type.Number({ description: '`received` − `quantity`', examples: [-2] }),
  difference_reason: Nullable(DifferenceReason, {
    description: 'Given when the notice was closed; null before, and without a difference',
  }),
  difference_note: Nullable(Type.String({ examples: ['Dos cajas mojadas'] })),
})
export type InboundItem = Static<typeof InboundItem>

const detailFields = {
  ...noticeFields,
  arrived_at: Nullable(Timestamp, { description: 'null until the goods are there' }),
  closed_at: Nullable(Timestamp, { description: 'null until everything that came is received' }),
  cancel_reason: Nullable(Type.String({ examples: ['El camión no salió'] })),
  items: Type.Array(InboundItem),
  remito_ids: Type.Array(Id, { description: 'Its ingresos that are not voided, the oldest first' }),
}

export const InboundNoticeDetail = Named('InboundNoticeDetail', detailFields)
export type InboundNoticeDetail = Static<typeof InboundNoticeDetail>

export const StaffInboundNotice = Named('StaffInboundNotice', { ...ofClient, ...noticeFields })
export type StaffInboundNotice = Static<typeof StaffInboundNotice>

export const StaffInboundNoticeDetail = Named('StaffInboundNoticeDetail', { ...ofClient, ...detailFields })
export type StaffInboundNoticeDetail = Static<typeof StaffInboundNoticeDetail>

const Reference = Line(64, {
  description:
    'Your own reference. A second notice with it is refused while the first is not cancelled, so a request can be repeated safely',
  examples: ['OC-2026-0117'],
})

export const InboundFilters = {
  status: Type.Optional(
    Type.Array(InboundStatus, {
      minItems: 1,
      maxItems: inboundStatuses.length,
      uniqueItems: true,
      description: 'One status, or several with commas: `announced,arrived`',
    }),
  ),
  expected_from: Type.Optional(
    Type.String({ ...CalendarDate, description: 'Expected on this day or later', examples: ['2026-11-16'] }),
  ),
  expected_to: Type.Optional(
    Type.String({
      ...CalendarDate,
      description: 'Expected on this day or earlier',
      examples: ['2026-11-22'],
    }),
  ),
  reference: Type.Optional(
    Line(64, { description: 'Exact match of the reference, ignoring case', examples: ['OC-2026-0117'] }),
  ),
}

export const StaffInboundFilters = { client_id: Type.Optional(Id), ...InboundFilters }

export const maxInboundLines = 500

const lotIn = {
  lot_number: Type.Optional(Nullable(Line(64, { examples: ['L2409-A'] }))),
  expiry_date: Type.Optional(Nullable(CalendarDate)),
  vintage_year: Type.Optional(Nullable(VintageYear)),
}

const NumbersIn = (description: string) =>
  Type.Array(
    Type.String({ format: 'remito-number', maxLength: maxDocumentLength, examples: ['R 0003-00001821'] }),
    { maxItems: 20, description },
  )

const given = {
  carrier: Type.Optional(Nullable(Line(200, { examples: ['Expreso Cuyo'] }))),
  remito_number: Type.Optional(
    NumbersIn('The numbers on the papers that come with the goods, without repeats'),
  ),
  packages: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 100_000, examples: [12] }))),
  notes: Type.Optional(Nullable(Text(2000, { examples: ['Entra por el portón 2'] }))),
}

const ExpectedOn = Type.String({
  ...CalendarDate,
  description: 'The day on which the goods are expected, from 30 days ago to 366 days ahead',
  examples: ['2026-11-20'],
})

const NewItems = Type.Array(
  Named('NewInboundItem', {
    product_id: Type.Optional(Id),
    sku: Type.Optional(
      Line(64, { description: 'In place of `product_id`: the SKU of the product, as it is written' }),
    ),
    quantity: QuantityIn,
    ...lotIn,
  }),
  {
    minItems: 1,
    maxItems: maxInboundLines,
    examples: [[{ sku: 'MAL-RES-750', quantity: 120, lot_number: 'L2409-A' }]],
  },
)

export const NewInboundNotice = Named('NewInboundNotice', {
  reference: Reference,
  expected_on: ExpectedOn,
  ...given,
  items: NewItems,
})
export type NewInboundNotice = Static<typeof NewInboundNotice>

const revisionText =
  'The `revision` that this change is based on. If the notice has changed since, nothing is changed'
const IfRevision = (description: string) =>
  Type.Integer({ minimum: 1, maximum: 2_147_483_647, description, examples: [1] })

const Reason = Text(500, { examples: ['El camión no salió'] })

export const InboundChange = Named('InboundChange', {
  action: OneOf(['update', 'cancel'], { examples: ['update'] }),
  if_revision: Type.Optional(IfRevision(`${revisionText}. Required for update`)),
  reason: Type.Optional({ ...Reason, description: 'Required for cancel, and only for it' }),
  reference: Type.Optional(Reference),
  expected_on: Type.Optional(ExpectedOn),
  ...given,
  items: Type.Optional({ ...NewItems, description: 'All lines: they replace those that were announced' }),
})
export type InboundChange = Static<typeof InboundChange>

export const StaffInboundChange = Named('StaffInboundChange', {
  action: OneOf(inboundActions, { examples: ['receive'] }),
  if_revision: Type.Optional(IfRevision(revisionText)),
  reason: Type.Optional({ ...Reason, description: 'Required for cancel, and only for it' }),
  remito_number: Type.Optional(
    NumbersIn(
      'Only for receive: the numbers on the papers. Those that an earlier ingreso of the notice has are left out. Default for the first ingreso: those that were announced',
    ),
  ),
  items: Type.Optional(
    Type.Array(
      Named('ReceivedInboundItem', {
        item_id: Type.Optional({ ...Id, description: 'The line of the notice' }),
        product_id: Type.Optional({
          ...Id,
          description:
            'In place of `item_id`: counts for the line with this product and lot; goods that were not announced get a line of their own',
        }),
        quantity: QuantityIn,
        lot_number: Type.Optional(
          Nullable(Line(64), { description: 'Default with `item_id`: as announced. null: `SIN-LOTE`' }),
        ),
        expiry_date: lotIn.expiry_date,
        vintage_year: lotIn.vintage_year,
      }),
      {
        minItems: 1,
        maxItems: maxInboundLines,
        description: 'Required for receive, and only for it: the goods that came in',
      },
    ),
  ),
  differences: Type.Optional(
    Type.Array(
      Named('InboundDifference', {
        item_id: Id,
        reason: DifferenceReason,
        note: Type.Optional(Nullable(Text(500, { examples: ['Dos cajas mojadas'] }))),
      }),
      {
        maxItems: 2 * maxInboundLines,
        description: 'Only for close: a reason for each line whose `difference` is not 0',
      },
    ),
  ),
})
export type StaffInboundChange = Static<typeof StaffInboundChange>
