// Now and then something of a delivered order comes back: over the year it goes back to stock, on hold, or is written off. One return
// of each client is still to come, and one did not come.
import type { ReturnChange, ReturnReason } from '@anden/contract'
import { sql } from '../db/sql.ts'
import { makeReturn } from '../returns/expect.ts'
import { actOnReturn } from '../returns/receive.ts'
import { dayAfter } from '../stock/warehouse-day.ts'
import { stampRemito, stampReturn } from './backdate.ts'
import { momentOf } from './calendar.ts'
import type { DemoClient } from './data.ts'
import type { Step, StepContext } from './history.ts'

const everyDays = 26
const reasons: readonly [ReturnReason, string | null][] = [
  ['damaged', 'Llegó con el envase abollado'],
  ['refused', 'El local no la había pedido'],
  ['wrong_goods', null],
]

type Expected = { id: string; items: { id: string; expected: number }[] }

export function planReturns(client: DemoClient, { start, today }: { start: string; today: string }): Step[] {
  const days: string[] = []
  for (let day = dayAfter(start, 12); day < dayAfter(today, -5); day = dayAfter(day, everyDays))
    days.push(day)
  return [
    ...days.flatMap((day, index) => planReturn(client, day, index, index % 7 === 5 ? 'close' : 'receive')),
    ...planReturn(client, dayAfter(today, -2), days.length, null),
  ]
}

function planReturn(
  client: DemoClient,
  day: string,
  index: number,
  then: ReturnChange['action'] | null,
): Step[] {
  let expected: Expected | null = null
  const made: Step = {
    at: momentOf(day, 17.5),
    run: async (context) => {
      expected = await expectSome(context, client, index)
    },
  }
  const ended: Step = {
    at: momentOf(dayAfter(day, 2), 11),
    run: async (context) => {
      if (expected && then)
        await end(context, expected, then === 'close' ? doesNotCome : received(expected, index))
    },
  }
  return then ? [made, ended] : [made]
}

/** Of the last order that was delivered, if there is one: up to two units of one or two of its lines. */
async function expectSome(
  { tx, by, moment }: StepContext,
  { clientId }: DemoClient,
  index: number,
): Promise<Expected | null> {
  const lines = await tx.rows(linesOfLastDelivered(clientId))
  const [first] = lines
  if (!first) return null
  const [reason, note] = reasons[index % reasons.length] ?? ['other', null]
  const items = lines.slice(0, 1 + (index % 2)).map(({ id, quantity }) => ({
    remito_item_id: id,
    quantity: Math.min(quantity, 2),
    reason,
    note,
  }))
  const made = await makeReturn(tx, by, { order_id: first.order_id, items })
  await stampReturn(tx, made.id, moment)
  return made
}

const doesNotCome: ReturnChange = { action: 'close', reason: 'El local se la quedó con un descuento' }
const dispositions = ['hold', 'restock', 'write_off'] as const

const received = ({ items }: Expected, index: number): ReturnChange => ({
  action: 'receive',
  items: items.map(({ id, expected }) => ({
    id,
    quantity: expected,
    disposition: dispositions[index % dispositions.length] ?? 'hold',
  })),
})

async function end({ tx, by, settings, moment }: StepContext, { id }: Expected, change: ReturnChange) {
  const { ingreso_id } = await actOnReturn(tx, by, id, change, settings.today)
  await stampReturn(tx, id, moment)
  if (ingreso_id) await stampRemito(tx, ingreso_id, moment)
}

const linesOfLastDelivered = (clientId: string) =>
  sql<{ id: string; order_id: string; quantity: number }>`
    select item.id, orders.id as order_id, item.quantity
    from (
      select client_id, id from orders
      where client_id = ${clientId} and status = 'delivered'
        and not exists (select from returns where returns.order_id = orders.id)
        and not exists (
          select from remito_acceptances accepted where accepted.order_id = orders.id and accepted.dispute <> 'none')
      order by order_number desc
      limit 1) as orders
    join remitos on remitos.source_order_id = orders.id and remitos.status = 'issued'
    join remito_items item on item.client_id = remitos.client_id and item.remito_id = remitos.id
    order by item.position`
