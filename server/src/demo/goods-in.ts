// Goods arrive every second week, so that there is always something to order, in lots with different shelf lives: some
// have expired by now, some are about to.
import type { NewRemito } from '@anden/contract'
import { sql } from '../db/sql.ts'
import type { Transaction } from '../db/transaction.ts'
import { takeBack } from '../inbound/receive.ts'
import { createRemito } from '../remitos/create.ts'
import { voidRemito } from '../remitos/void.ts'
import { dayAfter } from '../stock/warehouse-day.ts'
import { stampRemito } from './backdate.ts'
import { hourMs, momentOf } from './calendar.ts'
import { type DemoClient, productOf } from './data.ts'
import type { Step, StepContext } from './history.ts'
import { announcedDaysBefore, lotNumber, lotOf, planDelivery } from './notices.ts'

const everyDays = 14
/** Target stock and reorder level, per unit of a product's weight. */
const targetPerWeight = 60
const reorderPerWeight = 35

export function planGoodsIn(client: DemoClient, start: string, today: string): Step[] {
  const steps: Step[] = []
  for (
    let day = start, number = 4410;
    day <= dayAfter(today, announcedDaysBefore);
    day = dayAfter(day, everyDays), number++
  ) {
    // The client begins with goods that it could not announce yet.
    if (day === start) {
      steps.push({
        at: momentOf(day, 8.25),
        run: async (context) => receive(context, client, number, await goodsFor(context, client)),
      })
    } else steps.push(...planDelivery(client, day, number, (context) => goodsFor(context, client)))
  }
  return steps
}

/** What brings the products that are low to their target. */
async function goodsFor({ tx, settings }: StepContext, client: DemoClient) {
  const shelves = []
  for (const product of client.products) {
    shelves.push({ product, left: await pickableOf(tx, product.id, settings.today) })
  }
  const low = shelves.filter(({ product, left }) => left < product.weight * reorderPerWeight)
  // Every delivery brings something, so that even a month of little demand has an ingreso.
  const emptiest = shelves
    .toSorted((one, other) => one.left / one.product.weight - other.left / other.product.weight)
    .slice(0, 1)
  return (low.length > 0 ? low : emptiest).map(({ product, left }) => ({
    product_id: product.id,
    quantity: Math.max(1, Math.ceil(product.weight * targetPerWeight - left)),
    ...lotOf(product, settings.today),
  }))
}

async function pickableOf(tx: Transaction, productId: string, today: string): Promise<number> {
  const { quantity } = await tx.one(sql<{ quantity: number }>`
    select coalesce(sum(quantity), 0) as quantity
    from lots
    where product_id = ${productId} and quantity > 0 and held_since is null and expires_on >= ${today}`)
  return quantity
}

async function receive(
  context: StepContext,
  { clientId }: DemoClient,
  number: number,
  items: NewRemito['items'],
) {
  const { tx, by, settings, moment } = context
  const remito = await createRemito(
    tx,
    by,
    {
      client_id: clientId,
      type: 'ingreso',
      date: settings.today,
      remito_number: [`R 0003-${String(number).padStart(8, '0')}`],
      items,
    },
    settings,
  )
  await stampRemito(tx, remito.id, moment)
  return remito.id
}

/** Client, product, quantity, and days from today to receipt and to expiry. Recent enough to be still in stock. */
const shortDated = [
  [0, 'ACE-GRA', 320.25, -24, -6],
  [0, 'ACE-GRA', 125.5, -5, 9],
  [0, 'OLI-EXT-500', 40, -5, 22],
  [0, 'OLI-EXT-500', 36, -4, 47],
  [1, 'MER-MEM-454', 140, -20, -4],
  [1, 'MER-MEM-454', 24, -6, 16],
  [1, 'DUR-ALM-820', 60, -6, 27],
  [1, 'TOM-TRI-520', 48, -3, 61],
] as const

export const planShortDated = (clients: readonly DemoClient[], today: string): Step[] =>
  shortDated.map(([clientIndex, sku, quantity, receivedInDays, expiresInDays], index) => ({
    at: momentOf(dayAfter(today, receivedInDays), 9.5),
    run: async (context) => {
      const client = clients[clientIndex]
      if (!client) return
      const expiry_date = dayAfter(today, expiresInDays)
      const { id } = productOf(client, sku)
      const item = {
        product_id: id,
        quantity,
        lot_number: `${lotNumber(sku, context.settings.today)}-B`,
        expiry_date,
      }
      await receive(context, client, 7001 + index, [item])
    },
  }))

/** Goods that were entered twice; the second remito is voided two hours later. */
export function planVoidedRemito(client: DemoClient, today: string): Step[] {
  const at = momentOf(dayAfter(today, -203), 11)
  let remitoId = ''
  return [
    {
      at,
      run: async (context) => {
        const { id, sku } = productOf(client, 'OLI-EXT-500')
        const expiry_date = dayAfter(context.settings.today, 420)
        const item = { product_id: id, quantity: 30, lot_number: `${sku}-X`, expiry_date }
        remitoId = await receive(context, client, 9001, [item])
      },
    },
    {
      at: at + 2 * hourMs,
      run: ({ tx, by }) => voidRemito(tx, by, remitoId, 'Ingresado dos veces', takeBack),
    },
  ]
}
