// Files of as many rows as a client can have, over HTTP: what they add up to, and what they take meanwhile.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { recordsOf } from '../../../../tests/harness/csv.ts'
import { addDestinatario } from '../../../../tests/harness/document-data.ts'
import { useService } from '../../../../tests/harness/prologue.ts'
import { sizes } from '../../../../tests/harness/sizes.ts'
import { readXlsx } from '../../../../tests/harness/xlsx.ts'
import { sql } from '../../../db/sql.ts'

const linesPerOrder = 5
const orderCount = sizes.exportRows / linesPerOrder
/** It takes 3 MB. All rows at once would take 15 MB as CSV, and 60 MB as the text in an Excel file. */
const maxGrowthBytes = 10 * 1024 ** 2

const service = await useService()
const client = await service.aClient()
const { id: productId } = await addProduct()
const destinatarioId = await addDestinatario(service.db, client.id)
// In portions, each well within the statement time limit.
for (let first = 1; first <= orderCount; first += 2_000) {
  const last = Math.min(orderCount, first + 1_999)
  await service.db.run(sql`
    with placed as (
      insert into orders (id, client_id, order_number, status, delivery_type, destinatario_id, created_at, updated_at)
      select gen_random_uuid(), ${client.id}, 'PED-' || lpad(i::text, 6, '0'), 'delivered', 'envio', ${destinatarioId},
        now() - i * interval '1 minute', now()
      from generate_series(${first}::int, ${last}::int) as i
      returning id, substr(order_number, 5)::int as number)
    insert into order_items (id, client_id, order_id, position, product_id, quantity)
    select gen_random_uuid(), ${client.id}, placed.id, line, ${productId}, (placed.number * 10 + line) / 1000.0
    from placed, generate_series(1, ${linesPerOrder}::int) as line`)
}

async function addProduct() {
  return await service.db.one(sql<{ id: string }>`
    insert into products (id, client_id, sku, name, unit_type)
    values (gen_random_uuid(), ${client.id}, 'UVA-KG', 'Uva', 'kg') returning id`)
}

/** The sum of all quantities in thousandths, as they were inserted. */
const expectedSum =
  (10 * linesPerOrder * orderCount * (orderCount + 1)) / 2 +
  (orderCount * linesPerOrder * (linesPerOrder + 1)) / 2

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
function liveBytes() {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

const startExport = async (query: string) => {
  const response = await fetch(`${service.url}/api/v1/portal/orders/export?language=es&rows=lines&${query}`, {
    headers: { authorization: `Bearer ${client.token}` },
  })
  expect(response.status).toBe(200)
  if (!response.body) throw new Error('no body')
  return response.body
}

/** Reads an export to its end, and measures the memory that it takes meanwhile. */
async function readMeasured(format: 'xlsx' | 'csv') {
  // What is loaded with the first file stays.
  for await (const _ of await startExport(`format=${format}`)) break
  const before = liveBytes()
  const chunks: Uint8Array[] = []
  let growth = 0
  let read = 0
  for await (const chunk of await startExport(`format=${format}`)) {
    chunks.push(chunk)
    read += chunk.byteLength
    // Without what the test itself keeps.
    if (chunks.length % 16 === 0) growth = Math.max(growth, liveBytes() - before - read)
  }
  expect(chunks.length).toBeGreaterThan(32)
  return { file: Buffer.concat(chunks), growth }
}

const memory = 'it takes the memory of a few pages, however many rows there are'

test(`as xlsx, every line of every order is in the file once, the quantities add up exactly, and ${memory}`, async () => {
  const { file, growth } = await readMeasured('xlsx')
  const { headings, rows } = readXlsx(file)
  expect(rows).toHaveLength(sizes.exportRows)
  const [number, quantity, line] = ['Pedido', 'Cantidad', 'Renglón'].map((name) => headings.indexOf(name))
  let sum = 0
  const seen = new Set<string>()
  for (const row of rows) {
    sum += Math.round(Number(row[quantity ?? 0]?.value) * 1_000)
    seen.add(`${row[number ?? 0]?.value} ${row[line ?? 0]?.value}`)
  }
  expect(sum).toBe(expectedSum)
  expect(seen.size).toBe(sizes.exportRows)
  expect(growth).toBeLessThan(maxGrowthBytes)
}, 120_000)

test(`as CSV, with decimal commas, the quantities add up exactly, and ${memory}`, async () => {
  const { file, growth } = await readMeasured('csv')
  const [header = [], ...records] = recordsOf(file.toString('utf8'), ';')
  const quantity = header.indexOf('Cantidad')
  const sum = records.reduce(
    (before, record) => before + Math.round(Number(record[quantity]?.replace(',', '.')) * 1_000),
    0,
  )
  expect([records.length, sum]).toEqual([sizes.exportRows, expectedSum])
  expect(growth).toBeLessThan(maxGrowthBytes)
}, 120_000)
