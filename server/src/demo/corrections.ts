// The warehouse's work besides orders: it writes off breakage, hands out samples, transfers goods between two clients,
// puts a lot on hold and counts a part of its stock.
import { sql } from '../db/sql.ts'
import { openSpool } from '../http/input/spool.ts'
import { createRemito } from '../remitos/create.ts'
import { adjustStock } from '../stock/adjust.ts'
import { changeHold } from '../stock/hold.ts'
import { importCount } from '../stock/imports/import-count.ts'
import { transferStock } from '../stock/transfer.ts'
import { dayAfter } from '../stock/warehouse-day.ts'
import { stampRemito } from './backdate.ts'
import { momentOf, type Random } from './calendar.ts'
import { type CreatedProduct, type DemoClient, productOf } from './data.ts'
import { type Step, type StepContext, unlessShort } from './history.ts'

const everyDays = { breakage: 31, samples: 37 }

type Days = { start: string; today: string }

export function planCorrections(client: DemoClient, { start, today }: Days, random: Random): Step[] {
  const steps: Step[] = []
  for (let day = dayAfter(start, 20); day <= today; day = dayAfter(day, everyDays.breakage)) {
    steps.push({
      at: momentOf(day, 15),
      run: (context) => writeOffBreakage(context, someProduct(client, random)),
    })
  }
  for (let day = dayAfter(start, 30); day <= today; day = dayAfter(day, everyDays.samples)) {
    steps.push({
      at: momentOf(day, 16),
      run: (context) => handOutSample(context, client, someProduct(client, random)),
    })
  }
  return steps
}

function someProduct({ products }: DemoClient, random: Random): CreatedProduct {
  const [first, ...others] = products.filter(({ weight }) => weight > 0)
  if (!first) throw new Error('the demo has a client without products')
  return random.pick([first, ...others])
}

const writeOffBreakage = ({ tx, by, settings }: StepContext, { id }: CreatedProduct) =>
  unlessShort(tx, () =>
    adjustStock(tx, by, { product_id: id, delta: -2, reason: 'Rotura en depósito' }, settings.today),
  )

async function handOutSample(
  { tx, by, settings, moment }: StepContext,
  { clientId }: DemoClient,
  { id }: CreatedProduct,
) {
  const items = [{ product_id: id, quantity: 1, notes: 'Muestra' }]
  const given = { client_id: clientId, type: 'egreso' as const, items }
  const remito = await unlessShort(tx, () => createRemito(tx, by, given, settings))
  if (remito) await stampRemito(tx, remito.id, moment)
}

export const planTransfer = (
  from: DemoClient | undefined,
  to: DemoClient | undefined,
  today: string,
): Step => ({
  at: momentOf(dayAfter(today, -121), 14),
  run: ({ tx, by, settings }) => {
    const from_product_id = productOf(from, 'OLI-EXT-500').id
    const to_product_id = productOf(to, 'OLI-EXT-500').id
    const given = { from_product_id, to_product_id, quantity: 12, reason: 'Venta entre clientes' }
    return unlessShort(tx, () => transferStock(tx, by, given, settings.today))
  },
})

/** Holds the lot that expires last, so that it is still complete. */
export const planHold = (client: DemoClient, today: string): Step => ({
  at: momentOf(dayAfter(today, -3), 11),
  run: async ({ tx, by }) => {
    const { id } = await tx.one(lastToExpire(productOf(client, 'OLI-EXT-500').id))
    const reason = 'Retiro preventivo: el elaborador revisa la acidez de esta partida'
    await changeHold(tx, by, id, { hold: true, reason })
  },
})

const lastToExpire = (productId: string) =>
  sql<{ id: string }>`
    select id
    from lots
    where product_id = ${productId} and quantity > 0
    order by expires_on desc, id
    limit 1`

/** The later count is part of even the shortest history. */
const countedDaysAgo = [76, 27]

/** Stock counts that find every second lot one unit short. `counted` gets the document's id. */
export const planCounts = (
  client: DemoClient,
  today: string,
  counted: (id: string, moment: string) => void,
): Step[] =>
  countedDaysAgo.map((days) => ({
    at: momentOf(dayAfter(today, -days), 18),
    run: async ({ tx, by, moment }) => {
      const lots = await tx.rows(lotsToCount(client.clientId))
      const lines = lots.map(({ sku, quantity, lot_number, expiry_date }, index) =>
        [sku, quantity - (index % 2), lot_number, expiry_date].join(','),
      )
      const file = await openSpool()
      try {
        await file.write(['sku,quantity,lot_number,expiry_date', ...lines].join('\n'))
        const { id } = await importCount(tx, by, client.clientId, file)
        counted(id, moment)
      } finally {
        await file.close()
      }
    },
  }))

const lotsToCount = (clientId: string) =>
  sql<{ sku: string; quantity: number; lot_number: string; expiry_date: string }>`
    select products.sku, lots.quantity, lots.lot_number, lots.expiry_date
    from lots
    join products on products.id = lots.product_id
    where lots.client_id = ${clientId} and lots.quantity >= 1 and lots.expiry_date is not null
    order by lots.id
    limit 12`
