// After any operations, the stock at a past moment is what was shown at that moment, and what the ledger adds up to.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sendCount } from '../../tests/harness/counts.ts'
import { useWarehouse } from '../../tests/harness/prologue.ts'
import { repeats } from '../../tests/harness/sizes.ts'
import { until } from '../../tests/harness/until.ts'
import { order, type Warehouse } from '../../tests/harness/warehouse.ts'

const { warehouse } = await useWarehouse()
const { staff } = warehouse

type Client = Awaited<ReturnType<Warehouse['aStockedClient']>> & { sku: string }
type Entry = { delta: number; created_at: string }
type Shown = Record<string, number>

/** Each action may be refused, for example for lack of stock; then nothing is recorded. */
const work = {
  ingreso: (client: Client, _: Client, n: number) =>
    warehouse.receive(
      client.id,
      { product_id: client.productId, quantity: n, lot_number: 'L-0' },
      { product_id: client.productId, quantity: 1, lot_number: `L-${n}` },
    ),
  egreso: ({ id, productId }: Client, _: Client, n: number) =>
    staff.post('/remitos', {
      client_id: id,
      type: 'egreso',
      items: [{ product_id: productId, quantity: n }],
    }),
  order: async (client: Client, _: Client, n: number) => {
    const { body } = await order(client, n)
    if (body.id) await warehouse.act(body.id, n % 2 ? 'approve' : 'reject', 'x')
  },
  cancel: async ({ portal }: Client) => {
    const { body } = await portal.get('/orders?status=approved&limit=1')
    if (body.data[0]) await warehouse.act(body.data[0].id, 'cancel', 'x')
  },
  void: async ({ portal }: Client, _: Client, n: number) => {
    const { body } = await portal.get('/remitos?type=ingreso')
    const remito = body.data[n % Math.max(1, body.data.length)]
    if (remito) await staff.post(`/remitos/${remito.id}/void`, { reason: 'x' })
  },
  adjustment: ({ productId }: Client, _: Client, n: number) =>
    staff.post('/stock/adjustments', { product_id: productId, delta: n % 2 ? n : -n, reason: 'x' }),
  transfer: (from: Client, to: Client, quantity: number) =>
    staff.post('/stock/transfers', {
      from_product_id: from.productId,
      to_product_id: to.productId,
      quantity,
      reason: 'x',
    }),
  /** A count of 15 lots, some of which go up as much as others go down. */
  count: ({ id, sku }: Client, _: Client, n: number) =>
    sendCount(staff, id, [
      'sku,quantity,lot_number',
      ...Array.from({ length: 15 }, (_, lot) => `${sku},${(lot + n) % 5},L-${lot}`),
    ]),
}
type Kind = keyof typeof work

const step = fc.record({
  kind: fc.constantFrom(...(Object.keys(work) as Kind[])),
  isFirst: fc.boolean(),
  n: fc.integer({ min: 1, max: 9 }),
})

async function aClient(): Promise<Client> {
  const client = await warehouse.aStockedClient(0)
  const { body } = await client.portal.get(`/stock/${client.productId}`)
  return { ...client, sku: body.products.sku }
}

async function shown(clients: readonly Client[], query = ''): Promise<Shown> {
  const pages = await Promise.all(clients.map(({ portal }) => portal.get(`/stock${query}`)))
  const rows: { product_id: string; quantity: number }[] = pages.flatMap(({ body }) => body.data)
  return Object.fromEntries(rows.map(({ product_id, quantity }) => [product_id, quantity]))
}

/** A moment between two actions, and what is shown then. */
async function snapshot(clients: readonly Client[]) {
  const moment = Date.now() + 1
  await until('the moment has passed', () => Date.now() > moment + 1)
  return { at: new Date(moment).toISOString(), quantities: await shown(clients) }
}

/** The ledger of a product, replayed up to and including this moment. */
const replayed = (entries: readonly Entry[], at: string) =>
  entries.reduce((sum, { delta, created_at }) => (created_at <= at ? sum + delta : sum), 0)

async function ledgerOf({ productId }: Client): Promise<Entry[]> {
  const entries: Entry[] = []
  for (let cursor = ''; ; ) {
    const { body } = await staff.get(`/ledger?product_id=${productId}&limit=100${cursor}`)
    entries.push(...body.entries)
    if (!body.has_more) return entries
    cursor = `&cursor=${body.next_cursor}`
  }
}

test('the stock at any past moment is what was shown then, and a replay of the ledger', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 6, maxLength: 16 }),
      fc.infiniteStream(fc.nat()),
      async (steps, choices) => {
        const clients = [await aClient(), await aClient()] as const
        const [first, second] = clients
        const snapshots = [await snapshot(clients)]
        for (const { kind, isFirst, n } of steps) {
          const [client, other] = isFirst ? [first, second] : [second, first]
          await work[kind](client, other, n)
          snapshots.push(await snapshot(clients))
        }
        for (const { at, quantities } of snapshots)
          expect(await shown(clients, `?at=${at}`)).toEqual(quantities)

        for (const client of clients) {
          const entries = await ledgerOf(client)
          const moments = [...new Set(entries.map(({ created_at }) => Date.parse(created_at)))]
          for (const choice of choices.take(Math.min(6, moments.length))) {
            const moment = (moments[choice % moments.length] ?? 0) - (choice % 3 === 0 ? 1 : 0)
            const at = new Date(moment).toISOString()
            const quantity = replayed(entries, at)
            const { body } = await client.portal.get(`/stock/${client.productId}?at=${at}`)
            expect(body.quantity).toBe(quantity)
            // `from` is inclusive: the history from the next millisecond on opens with the same quantity.
            const from = new Date(moment + 1).toISOString()
            const history = await client.portal.get(`/stock/${client.productId}/history?from=${from}`)
            expect(history.body.opening).toBe(quantity)
          }
        }
      },
    ),
    { numRuns: repeats(12), interruptAfterTimeLimit: 60_000 },
  )
}, 120_000)
