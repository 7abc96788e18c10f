// How the demo's recipients accept what is delivered: most on the driver's phone, some on the page of the remito, now and then with
// something missing, damaged or refused, which the staff settle some days later. One delivery of this week is still in dispute, and
// one acceptance came after the delivery had failed.

import { hash } from 'node:crypto'
import type { NewAcceptance } from '@anden/contract'
import { uuidv7 } from 'uuidv7'
import { insertFiles } from '../acceptances/queries.ts'
import { type Channel, recordAcceptance } from '../acceptances/record.ts'
import { settleDispute } from '../acceptances/settle.ts'
import { sql } from '../db/sql.ts'
import { actOnReturn } from '../returns/receive.ts'
import { dayAfter } from '../stock/warehouse-day.ts'
import { stampAcceptance, stampRemito, stampReturn } from './backdate.ts'
import { dayOf, momentOf } from './calendar.ts'
import type { Step, StepContext } from './history.ts'
import { signatureOf } from './signatures.ts'

export type Difference = 'missing' | 'damaged' | 'refused'

const differences: readonly [Difference, string][] = [
  ['missing', 'Faltó en la descarga'],
  ['damaged', 'Llegó con el envase roto'],
  ['refused', 'No estaba en la orden de compra'],
]
const settlements: Record<Difference, string> = {
  missing: 'Se entrega con el próximo pedido',
  damaged: 'Nota de crédito por el envase roto',
  refused: 'Vuelve al stock, sin cargo',
}

/** Who receives at each destinatario. */
const receivers: Record<string, readonly [name: string, document: string][]> = {
  'Vinoteca del Centro': [
    ['Marta Gil', '24555121'],
    ['Tomás Ferreyra', '33410982'],
  ],
  'Almacén Ñandú': [['Elsa Ludueña', '17883204']],
  'Restó El Parral': [
    ['Bruno Conti', '36120557'],
    ['Paula Ibarra', '38944016'],
  ],
  'Supermercados Unión': [
    ['Graciela Maidana', '21667390'],
    ['Hernán Sosa', '30215548'],
  ],
  'Dietética La Huerta': [['Inés Aguirre', '28730114']],
}

const minuteMs = 60_000

/** The minute of a step is as good as chance, and draws nothing from what is planned after it. */
const drawOf = (at: number) => Math.floor(at / minuteMs)
/** Of every eight deliveries, one is only reported by the staff. */
const isAccepted = (at: number) => drawOf(at) % 8 !== 5
const channelOf = (at: number): Channel => (drawOf(at) % 3 === 1 ? 'recipient' : 'driver')
const differenceOf = (at: number) => (drawOf(at) % 17 === 3 ? differences[drawOf(at) % 3] : undefined)
/** The phone had no network: it sends later what was signed. */
const delayOf = (at: number) => (drawOf(at) % 9 === 2 ? 38 * minuteMs : 4_000)

const returnedAfterDays = 3
const settledAfterDays = 4

type Delivered = { acceptanceId: string; difference: Difference }

/**
 * A step that delivers an order, and those that follow if there are differences. `deliver` does what the staff do; `orderId` is
 * null if the order did not get that far. With `always` there is that difference, and nobody has looked into it yet.
 */
export function planDelivery(
  at: number,
  orderId: () => string | null,
  deliver: (context: StepContext) => Promise<unknown>,
  always?: Difference,
): Step[] {
  const difference = always ? differences.find(([kind]) => kind === always) : differenceOf(at)
  let disputed: Delivered | null = null
  const delivery: Step = {
    at,
    run: async (context) => {
      const id = orderId()
      if (id === null || !(difference || isAccepted(at))) return deliver(context)
      const acceptanceId = await acceptOrder(context, id, { channel: channelOf(at), difference })
      if (acceptanceId === null) return deliver(context)
      disputed = difference ? { acceptanceId, difference: difference[0] } : null
    },
  }
  if (!difference || always) return [delivery]
  const day = dayOf(at)
  return [
    delivery,
    {
      at: momentOf(dayAfter(day, returnedAfterDays), 10.5),
      run: async (context) => {
        if (disputed) await receiveBack(context, disputed)
      },
    },
    {
      at: momentOf(dayAfter(day, settledAfterDays), 9.25),
      run: async (context) => {
        if (disputed) await settle(context, disputed)
      },
    },
  ]
}

/** After the delivery has failed. */
export const lateAcceptance = (at: number, orderId: () => string | null): Step => ({
  at,
  run: async (context) => {
    const id = orderId()
    if (id !== null) await acceptOrder(context, id, { channel: 'recipient', difference: undefined })
  },
})

type Shipped = { id: string; quantity: number; unit_type: string }
type Delivery = {
  remito_id: string
  client_id: string
  destinatario: string
  driver: string | null
  items: Shipped[]
}

type How = { channel: Channel; difference: (typeof differences)[number] | undefined }

/** Returns the id of the acceptance; null: the order did not leave, or is collected at the warehouse. */
async function acceptOrder(
  context: StepContext,
  orderId: string,
  { channel: wanted, difference }: How,
): Promise<string | null> {
  const { tx, by, at, moment } = context
  const delivery = await tx.maybeOne(deliveryOf(orderId))
  if (!delivery) return null
  const { remito_id, client_id, destinatario, driver, items } = delivery
  const channel = driver === null ? 'recipient' : wanted
  const people = receivers[destinatario] ?? [['Marta Gil', '24555121'] as const]
  const [name, document] = people[drawOf(at) % people.length] ?? people[0] ?? ['Marta Gil', '24555121']
  const given: NewAcceptance = {
    submission_id: uuidv7(),
    name,
    ...(drawOf(at) % 4 === 0 ? {} : { document }),
    signed_at: new Date(at - delayOf(at)).toISOString(),
    items: items.map((item, index) => partsOf(item, index === 0 ? difference : undefined)),
  }
  const files = await addSignature(context, client_id, name)
  const actor = channel === 'driver' ? `driver ${driver}` : `recipient ${name}`
  await recordAcceptance(tx, remito_id, orderId, {
    channel,
    by: { ...by, actor },
    given,
    files,
    pdfSha256: null,
    mayDeliver: true,
  })
  await stampAcceptance(tx, remito_id, moment)
  const { id, return_id } = await tx.one(acceptedNow(remito_id, given.submission_id))
  if (return_id !== null) await stampReturn(tx, return_id, moment)
  return id
}

/** One unit of it, or a part of what is weighed. */
function partsOf({ id, quantity, unit_type }: Shipped, difference: How['difference']) {
  const parts = { item_id: id, accepted: quantity, missing: 0, damaged: 0, refused: 0 }
  if (!difference) return parts
  const [kind, note] = difference
  const part = Math.min(unit_type === 'kg' ? 0.5 : 1, quantity / 2)
  return { ...parts, accepted: quantity - part, [kind]: part, note }
}

async function addSignature({ tx, at, uploads }: StepContext, clientId: string, name: string) {
  const { content, ...size } = signatureOf(name, drawOf(at))
  const id = uuidv7()
  const file = { id, kind: 'signature' as const, position: 0, contentType: 'image/png', ...size, content }
  await tx.run(insertFiles(clientId, [{ ...file, sha256: hash('sha256', content, 'buffer') }]))
  uploads.push({ id, content })
  return { ids: [id] }
}

async function receiveBack(
  { tx, by, settings, moment }: StepContext,
  { acceptanceId, difference }: Delivered,
): Promise<void> {
  const expected = await tx.maybeOne(returnOf(acceptanceId))
  if (!expected) return
  const items = expected.items.map(({ id, quantity }) => ({
    id,
    quantity,
    disposition: difference === 'damaged' ? ('write_off' as const) : ('restock' as const),
  }))
  const { ingreso_id } = await actOnReturn(tx, by, expected.id, { action: 'receive', items }, settings.today)
  await stampReturn(tx, expected.id, moment)
  if (ingreso_id) await stampRemito(tx, ingreso_id, moment)
}

async function settle({ tx, by, moment }: StepContext, { acceptanceId, difference }: Delivered) {
  const { remito_id } = await settleDispute(tx, by, acceptanceId, settlements[difference])
  await stampAcceptance(tx, remito_id, moment)
}

const deliveryOf = (orderId: string) =>
  sql<Delivery>`
    select remitos.id as remito_id, remitos.client_id, destinatarios.name as destinatario, (
        select trips.driver_name || ', ' || trips.number
        from trip_stops stop
        join trips on trips.id = stop.trip_id
        where stop.order_id = orders.id and stop.outcome is null
      ) as driver, (
        select json_agg(json_build_object('id', item.id, 'quantity', item.quantity, 'unit_type', products.unit_type)
          order by item.quantity desc)
        from remito_items item
        join products on products.id = item.product_id
        where item.client_id = remitos.client_id and item.remito_id = remitos.id
      ) as items
    from orders
    join destinatarios on destinatarios.client_id = orders.client_id and destinatarios.id = orders.destinatario_id
    join remitos on remitos.client_id = orders.client_id and remitos.source_order_id = orders.id
      and remitos.status = 'issued'
    where orders.id = ${orderId} and orders.delivery_type = 'envio'
      and orders.status in ('in_transit', 'failed_delivery')`

const acceptedNow = (remitoId: string, submissionId: string) =>
  sql<{ id: string; return_id: string | null }>`
    select accepted.id, returns.id as return_id
    from remito_acceptances accepted
    left join returns on returns.client_id = accepted.client_id and returns.remito_id = accepted.remito_id
    where accepted.remito_id = ${remitoId} and accepted.submission_id = ${submissionId}`

const returnOf = (acceptanceId: string) =>
  sql<{ id: string; items: { id: string; quantity: number }[] }>`
    select returns.id, (
        select json_agg(json_build_object('id', item.id, 'quantity', item.expected))
        from return_items item
        where item.client_id = returns.client_id and item.return_id = returns.id
      ) as items
    from remito_acceptances accepted
    join returns on returns.client_id = accepted.client_id and returns.remito_id = accepted.remito_id
    where accepted.id = ${acceptanceId} and returns.status = 'expected'`
