// Uses the published package as a customer would, on every runtime: an order, its approval, a list, an error, a webhook.
// Also compiled by itself, against the package's declarations alone.
import { Anden, AndenError, etagCache } from '@anden/sdk'
import { Backoffice } from '@anden/sdk/backoffice'
import { sign, unwrap } from '@anden/sdk/webhooks'

declare const process: { env: Record<string, string | undefined> }
const {
  ANDEN_URL: baseUrl = '',
  ANDEN_KEY,
  ANDEN_STAFF_KEY,
  PRODUCT_ID = '',
  DESTINATARIO_ID = '',
} = process.env

function check(what: string, isRight: boolean): void {
  if (!isRight) throw new Error(`wrong: ${what}`)
}

const anden = new Anden({ baseUrl, apiKey: ANDEN_KEY, cache: etagCache() })
const backoffice = new Backoffice({ baseUrl, apiKey: ANDEN_STAFF_KEY })

const anOrder = (quantity: number) => ({
  destinatario_id: DESTINATARIO_ID,
  items: [{ product_id: PRODUCT_ID, quantity }],
})
const order = await anden.orders.create(anOrder(1))
const approved = await backoffice.orders.update(order.id, { action: 'approve' })
check('the order is approved', approved.status === 'approved')

let rows = 0
for await (const remito of anden.remitos.list({ source_order_id: order.id }))
  rows += remito.type === 'egreso' ? 1 : 0
check('it has one remito', rows === 1)

await anden.stock.list()
check('an unchanged list is a 304', (await anden.stock.list().withResponse()).cached)

const file = new File(['%PDF-1.7\n%%EOF\n'], 'orden.pdf', { type: 'application/pdf' })
check('a file is uploaded', (await anden.orders.attachments.create(order.id, file)).file_name === 'orden.pdf')

try {
  await anden.orders.create(anOrder(1_000_000))
  check('it is refused', false)
} catch (error) {
  if (!(error instanceof AndenError) || error.code !== 'orders/insufficient-stock') throw error
  check('the shortage is named', error.problem.shortages[0]?.product_id === PRODUCT_ID)
}

const batch = { orders: [{ idempotency_key: `smoke ${order.id}`, ...anOrder(1) }] }
const [first] = (await anden.orders.batch(batch)).results
const [repeated] = (await anden.orders.batch(batch)).results
check(
  'a repeated batch places nothing',
  first?.order?.id === repeated?.order?.id && repeated?.replayed === true,
)

const sheet = `reference,destinatario,product_id,quantity\n${order.id},${DESTINATARIO_ID},${PRODUCT_ID},1\n`
const seen: boolean[] = []
const imported = await anden.orders.import(sheet, {}, { onProgress: ({ dry_run }) => seen.push(dry_run) })
check('a sheet is shown, then placed', imported.placed === 1 && seen.join() === 'true,false')
check('a sheet is placed once', (await anden.orders.import(new Blob([sheet]))).existing === 1)

const feed = anden.events.follow()
for await (const event of feed)
  if (event.type === 'order.approved' && event.data.object.id === order.id) break
check('the feed has a cursor', feed.cursor === undefined || feed.cursor.length > 0)

const stop = new AbortController()
for await (const { topic } of anden.live({
  signal: stop.signal,
  onOpen: () => void anden.orders.create(anOrder(1)),
})) {
  check('a topic is reported', topic.length > 0)
  stop.abort()
}

const body = JSON.stringify({ id: 'evt_1', type: 'stock.changed', data: { object: {} } })
const secret = `whsec_${'0'.repeat(64)}`
check(
  'a webhook is verified',
  (await unwrap(body, await sign(body, secret), secret)).type === 'stock.changed',
)

// biome-ignore lint/suspicious/noConsole: the result that the test reads
console.log('ok')
