// Drives a sandbox until it has had every type of event, in seconds. Run it with a test key, and watch what your own program makes of it.
import { AndenSandbox } from '@anden/sdk/sandbox'

const { ANDEN_URL = '', ANDEN_API_KEY = '' } = process.env
const anden = new AndenSandbox({ baseUrl: ANDEN_URL, apiKey: ANDEN_API_KEY })
const { client } = await anden.me.get()
if (client.environment !== 'sandbox') throw new Error('This needs a test key, which starts with pk_test_.')

const later = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

const { day } = await anden.sandbox.get()
const [row] = (await anden.stock.list()).data
if (!row) throw new Error('the sandbox has no product')
const { product_id } = row

// Goods come in: announced, and without notice. The second lot expires in 40 days.
const announced = { product_id, quantity: 60, lot_number: 'L2409-A' }
const reference = `OC ${Date.now()}`
const notice = await anden.inbound.create({ reference, expected_on: day, items: [announced] })
await anden.sandbox.inbound.receive(notice.id)
const expiring = { product_id, quantity: 40, lot_number: 'L2409-B', expiry_date: later(day, 40) }
await anden.sandbox.receive({ items: [expiring] })

// An order that is changed, approved, prepared, dispatched, delivered and accepted.
const destinatario = await anden.destinatarios.create({ name: 'Vinoteca del Centro' })
const place = (quantity: number) =>
  anden.orders.create({ destinatario_id: destinatario.id, items: [{ product_id, quantity }] })
const order = await place(12)
const change = { action: 'update', if_revision: order.revision, notes: 'Por la tarde' } as const
await anden.orders.update(order.id, change)
await anden.sandbox.orders.simulate(order.id, { script: 'happy' })

// And orders that go wrong in every way.
for (const script of ['reject', 'fail_then_deliver', 'fail_and_cancel', 'partial_refusal'] as const) {
  const { id } = await place(6)
  await anden.sandbox.orders.simulate(id, { script })
}

// A lot is held, released and used up.
const lots = (await anden.stock.lots.list({ product_id })).data
const lot = lots.find(({ expiry_date }) => expiry_date === null)
if (!lot) throw new Error('the lot of the notice is gone')
await anden.sandbox.lots.hold(lot.id, { hold: true, reason: 'Retiro del mercado' })
await anden.sandbox.lots.hold(lot.id, { hold: false })
const broken = { product_id, lot_id: lot.id, delta: -lot.quantity, reason: 'Rotura' }
await anden.sandbox.adjustments.create(broken)

// Money.
await anden.sandbox.payments.create({ amount: 150_000, payment_method: 'transferencia' })
await anden.sandbox.creditNotes.create({ amount: 2_500, number: `${Date.now()}` })

// Two weeks pass: the other lot is about to expire.
await anden.sandbox.clock({ advance_to: later(day, 14) })

// What your program has got by now.
const events = await anden.events.list({ from: notice.created_at }).toArray({ max: 1_000 })
console.log([...new Set(events.map(({ type }) => type))].sort().join('\n'))
