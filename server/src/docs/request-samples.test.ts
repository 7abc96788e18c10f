// The programs that the guides show in tabs, in docs/samples/requests, each run against the service: those of one topic print the
// same in every language. A language that is not installed is skipped.
import { execFile, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { scratch } from '../../tests/harness/embedded/trial.ts'
import { useWarehouse } from '../../tests/harness/prologue.ts'
import { until } from '../../tests/harness/until.ts'
import { order } from '../../tests/harness/warehouse.ts'

const { service, warehouse } = await useWarehouse()
const source = (path: string) =>
  fileURLToPath(new URL(`../../../docs/samples/requests/${path}`, import.meta.url))

const languages = {
  typescript: { run: [process.execPath], ending: 'ts' },
  python: { run: ['python3', '-B'], ending: 'py' },
  php: { run: ['php'], ending: 'php' },
}
type LanguageName = keyof typeof languages
const isMissing = (name: LanguageName) => spawnSync(languages[name].run[0] ?? '', ['--version']).status !== 0

/** In a sandbox, as the guides tell their readers. */
async function reader() {
  const live = await warehouse.aStockedClient(0)
  const sandbox = await service.aSandboxOf(live)
  const [row] = (await sandbox.portal.get('/stock')).body.data
  await sandbox.portal.post('/sandbox/receive', { items: [{ product_id: row.product_id, quantity: 100 }] })
  const destinatarioId = await warehouse.aDestinatario(sandbox)
  const client = { ...sandbox, productId: row.product_id as string, destinatarioId }
  const placed = (await order(client, 3)).body
  const base = `${service.url}/api/v1/portal`
  const folder = await scratch()
  writeFileSync(join(folder, 'purchase-order.pdf'), '%PDF-1.4\n%%EOF\n')
  const { PATH = '', HOME = '' } = process.env
  const settings = {
    PATH,
    HOME,
    BASE: base,
    KEY: client.token,
    ANDEN_URL: base,
    ANDEN_API_KEY: client.token,
    DESTINATARIO: client.destinatarioId,
    PRODUCT: client.productId,
    SKU: row.products.sku as string,
    ORDER: placed.id as string,
    NUMBER: 'shop-77',
  }
  const run = async ([program = '', ...given]: readonly string[]) =>
    (await promisify(execFile)(program, given, { cwd: folder, env: settings })).stdout
  return { client, placed, folder, run }
}

/** What each prints when it is run the first and the second time, the ids of events and requests left out. */
type Reader = Awaited<ReturnType<typeof reader>>
const topics: Record<string, (one: Reader) => Promise<[first: string, second: string]>> = {
  authentication: async ({ client }) => {
    const { name } = (await client.portal.get('/me')).body.client
    return [`${name}\n`, `${name}\n`]
  },
  idempotency: async () => {
    const twice = 'PED-000002\nPED-000002\n'
    return [twice, twice]
  },
  lists: async ({ placed }) => [`${placed.order_number} pending\n`, `${placed.order_number} pending\n`],
  orders: async () => {
    const lines = ['OC-2026-0117 pending', 'OC-2026-0117 cancelled', '']
    return [lines.join('\n'), lines.toSpliced(1, 0, 'the reference is used already').join('\n')]
  },
  stock: async ({ client }) => {
    const { body } = await client.portal.get('/stock')
    const text = `${body.data[0].products.sku} 97\n`
    return [text, text]
  },
  events: async ({ client }) => {
    // The feed shows an event only when no earlier one can appear, those of other tests on the same server included.
    const types = ['remito.created', 'lot.created', 'stock.changed', 'order.created']
    const feed = async () => (await client.portal.get('/events?order=asc')).body.data
    await until('the feed has every event', async () => (await feed()).length === types.length)
    return [types.map((type) => `${type} evt\n`).join(''), '']
  },
  request_log: async ({ client }) => {
    await client.portal.get('/orders?state=pending')
    const { body } = await client.portal.get('/requests')
    const lines = body.data.map(
      (row: { status: number; method: string; path: string; problem: { type: string } | null }) =>
        `${row.status} ${row.method} ${row.path} ${row.problem?.type ?? ''} req\n`,
    )
    return [lines.join(''), lines.join('')]
  },
  attachments: async () => ['purchase-order.pdf\n', 'purchase-order.pdf\n'],
  errors: async () => {
    const text = '/items/0/quantity must be greater than 0\n1000000 requested, 97 available\n'
    return [text, text]
  },
}

describe.each(Object.keys(languages) as LanguageName[])('in %s', (language) => {
  const { run, ending } = languages[language]
  test.skipIf(isMissing(language)).each(Object.entries(topics))(
    'the sample of %s works',
    async (topic, expected) => {
      const one = await reader()
      const [first, second] = await expected(one)
      const program = [...run, source(`${language}/${topic}.${ending}`)]
      const printed = async () => (await one.run(program)).replace(/\b(evt|req)_[\w-]+/g, '$1')
      expect([await printed(), await printed()]).toEqual([first, second])
      if (topic === 'lists' && language !== 'php')
        expect(readFileSync(join(one.folder, 'orders.csv'), 'utf8')).toContain(one.placed.order_number)
    },
  )
})

test.each([
  ['idempotency', /"order_number":"PED-000002"/],
  ['orders', /"reference":"OC-2026-0117"/],
  ['errors', /HTTP\/1\.1 400[\s\S]*"pointer":"state"/],
])('in curl the sample of %s works', async (topic, answer) => {
  const { run } = await reader()
  const program = ['bash', '-e', source(`curl/${topic}.sh`)]
  expect(await run(program)).toMatch(answer)
  expect(await run(program)).toMatch(answer)
})
