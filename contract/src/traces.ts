import { OrderStatus } from './orders.ts'
import { CalendarDate, Id, Named, Nullable, OneOf, Quantity, Timestamp } from './primitives.ts'
import { Remito, RemitoType } from './remitos.ts'
import { LedgerEntry, Lot } from './stock.ts'
import { type Static, Type } from './type.ts'

const contact = {
  id: Id,
  name: Type.String({ examples: ['Vinoteca del Centro'] }),
  phone: Nullable(Type.String({ examples: ['+54 261 555-0100'] })),
  email: Nullable(Type.String({ examples: ['compras@vinotecadelcentro.example'] })),
  address: Nullable(Type.String({ examples: ['Av. San Martín 1250'] })),
  city: Nullable(Type.String({ examples: ['Mendoza'] })),
  province: Nullable(Type.String({ examples: ['Mendoza'] })),
  postal_code: Nullable(Type.String({ examples: ['M5500'] })),
}

/** The status of goods that an order took, by the status of the order. Orders in other statuses hold no goods. */
export const goodsStatuses = {
  approved: 'in_warehouse',
  in_preparation: 'in_warehouse',
  in_transit: 'in_transit',
  delivered: 'delivered',
  failed_delivery: 'failed_delivery',
} as const satisfies Partial<Record<OrderStatus, string>>

const quantityOf = (description: string, example: number) => Type.Number({ description, examples: [example] })

const takenByOrders = {
  in_warehouse: quantityOf('Of orders that are approved or in preparation: it has not left yet', 6),
  in_transit: quantityOf('On the road', 4),
  delivered: quantityOf('Delivered', 8),
  failed_delivery: quantityOf(
    'Could not be delivered, and waits to be dispatched again or for its order to be cancelled',
    0,
  ),
}

export const RecipientQuantities = Named('RecipientQuantities', takenByOrders)
export type RecipientQuantities = Static<typeof RecipientQuantities>

export const OutQuantities = Named('OutQuantities', {
  ...takenByOrders,
  handed_over: quantityOf('By egresos without an order, whose recipient the service does not know', 2),
  transferred: quantityOf('To another client', 0),
  adjusted: quantityOf('Taken off by adjustments and counts', 1),
})
export type OutQuantities = Static<typeof OutQuantities>

export const movementStatuses = [
  'received',
  'in_warehouse',
  'in_transit',
  'delivered',
  'failed_delivery',
  'handed_over',
  'transferred',
  'adjusted',
  'voided',
] as const
export type MovementStatus = (typeof movementStatuses)[number]

export const TraceRecipient = Named('TraceRecipient', contact)
export type TraceRecipient = Static<typeof TraceRecipient>

export const RecipientTotal = Named('RecipientTotal', {
  ...contact,
  quantity: Type.Number({
    description:
      'What all egresos to this recipient took from the lot, without voided ones, whether it has arrived or not: the sum of `by_status`',
    examples: [18],
  }),
  by_status: RecipientQuantities,
})
export type RecipientTotal = Static<typeof RecipientTotal>

const TraceRemito = Named('TraceRemito', {
  id: Id,
  type: RemitoType,
  status: Remito.properties.status,
  date: CalendarDate,
  remito_number: Remito.properties.remito_number,
})

const TraceOrder = Named('TraceOrder', {
  id: Id,
  order_number: Type.String({ examples: ['PED-000123'] }),
  status: OrderStatus,
})

const TraceReturn = Named('TraceReturn', {
  id: Id,
  number: Type.String({ examples: ['DEV-000007'] }),
})

const entry = {
  id: Id,
  cause: LedgerEntry.properties.cause,
  delta: Type.Number({ description: 'Positive: into the lot. Negative: out of it', examples: [-6] }),
  document_id: LedgerEntry.properties.document_id,
  remito: Nullable(TraceRemito, { description: 'null for other documents' }),
  order: Nullable(TraceOrder, { description: 'The order behind an egreso, or null' }),
  recipient: Nullable(TraceRecipient, {
    description: 'The destinatario of the order, with its current contact. null without `read:destinatarios`',
  }),
  created_at: Timestamp,
}

const status = OneOf(movementStatuses, {
  description:
    'What has become of these goods: `received` by an ingreso; `in_warehouse`, `in_transit`, `delivered` or `failed_delivery`, as the order behind an egreso is now; `handed_over` by an egreso without an order; `transferred` to or from another client; `adjusted` by an adjustment or a count; `voided` with its remito',
  examples: ['delivered'],
})

const returned = Nullable(TraceReturn, {
  description: 'The return that the goods came back with; null if they came in otherwise, or went out',
})

// These were added after the others: they are the last columns of the CSV.
const added = { status, return: returned }

export const TraceEntry = Named('TraceEntry', { ...entry, ...added })
export type TraceEntry = Static<typeof TraceEntry>

export const TraceClient = Named('TraceClient', {
  id: Id,
  name: Type.String({ examples: ['Bodega Los Álamos'] }),
})

export const StaffTraceEntry = Named('StaffTraceEntry', {
  ...entry,
  transfer: Nullable(
    Named('TraceTransfer', {
      client: TraceClient,
      lot_id: { ...Id, description: 'The lot of that client. Its trace continues this one' },
    }),
    { description: 'Where the goods of a transfer went or came from; null for other causes' },
  ),
  reason: LedgerEntry.properties.reason,
  actor: LedgerEntry.properties.actor,
  actor_name: LedgerEntry.properties.actor_name,
  ...added,
})
export type StaffTraceEntry = Static<typeof StaffTraceEntry>

export const LotFlow = Named('LotFlow', {
  cause: LedgerEntry.properties.cause,
  in: Quantity,
  out: Quantity,
})
export type LotFlow = Static<typeof LotFlow>

/**
 * Above this number, `recipients` and `out_by_status` are null. Each movement costs two lookups, and 50,000 of them
 * take half a second.
 */
export const maxAggregatedMovements = 50_000
export const maxRecipients = 1_000

const LotTotals = Named('LotTotals', { in: Quantity, out: Quantity, left: Quantity })
const onFirstPage = 'Only on the first page, null on later ones'
const mostAggregated = maxAggregatedMovements.toLocaleString('en')

const summary = {
  lot: Lot,
  totals: Nullable(LotTotals, {
    description: `\`in\` − \`out\` = \`left\`, over the whole history of the lot. A voided remito counts on neither side. ${onFirstPage}`,
  }),
  flows: Nullable(Type.Array(LotFlow), { description: `\`totals\` by cause. ${onFirstPage}` }),
  out_by_status: Nullable(OutQuantities, {
    description: `\`totals.out\` by what has become of the goods: the parts add up to it. ${onFirstPage}. null, too, for a lot with more than ${mostAggregated} movements: add up \`entries\` by \`status\` then`,
  }),
  recipients: Nullable(Type.Array(RecipientTotal), {
    description: `For whom orders took goods of the lot: the ${maxRecipients.toLocaleString('en')} with the largest quantities, largest first. Who has received them is \`by_status.delivered\`. ${onFirstPage}. null, too, without \`read:destinatarios\`, and for a lot with more than ${mostAggregated} movements: add up \`entries\` then`,
  }),
  recipient_count: Nullable(
    Type.Integer({ description: 'How many recipients there are; null if `recipients` is', examples: [1] }),
  ),
}
const page = { next_cursor: Nullable(Type.String()), has_more: Type.Boolean() }

export const LotTrace = Named('LotTrace', {
  ...summary,
  entries: Type.Array(TraceEntry, { description: 'Every movement of the lot, oldest first' }),
  ...page,
})
export type LotTrace = Static<typeof LotTrace>

export const StaffLotTrace = Named('StaffLotTrace', {
  client: TraceClient,
  ...summary,
  entries: Type.Array(StaffTraceEntry, { description: 'Every movement of the lot, oldest first' }),
  ...page,
})
export type StaffLotTrace = Static<typeof StaffLotTrace>
