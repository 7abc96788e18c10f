// Pages of several clients are read together, and each client still gets its own.
import { expect, test } from 'vitest'
import { useService } from '../../../tests/harness/prologue.ts'
import { hangingAtFirst, recordedBatches } from '../../../tests/harness/recorded-batches.ts'
import type { TestClient } from '../../../tests/harness/service.ts'
import { addLot, addProduct } from '../../../tests/harness/stock-data.ts'
import { recordFormat } from '../../db/records.ts'
import { sql } from '../../db/sql.ts'
import { unavailableBecause } from '../../db/unavailable.ts'
import { pageReads } from './versioned-rows.ts'

const service = await useService()
const { db } = service
const clients = await Promise.all(Array.from({ length: 30 }, () => service.aClient()))

const format = recordFormat('page', await db.columns(sql`select 'id' as id`))
/** A page with one row: the id of the client. */
const filteredPage = (filter: string) => (client: TestClient) => ({
  owner: client.id,
  topic: 'stock' as const,
  statement: sql`select clients.id::text from clients where clients.id = ${client.id} and ${filter}::text <> ''`,
  format,
})
const page = filteredPage('any')
const pageOf = ({ id }: TestClient) => ({ version: expect.any(String), records: [id] })

test('a hundred concurrent requests of thirty clients, with different filters, each get their own page', async () => {
  await Promise.all(
    clients.map(async (client, number) => {
      const product = await addProduct(db, client.id, { name: `Vino ${number}`, sku: `SKU-${number}` })
      await addLot(db, client.id, product.id, { quantity: number + 1 })
    }),
  )
  const asking = Array.from({ length: 100 }, async (_, number) => {
    const index = number % clients.length
    const path = number % 3 ? `/stock?limit=${(number % 2) + 1}` : `/stock?min_quantity=${index + 2}`
    const { status, body } = await (clients[index] as TestClient).portal.get(path)
    expect(status).toBe(200)
    const skus = body.data.map((row: { products: { sku: string } }) => row.products.sku)
    expect([path, skus]).toEqual([path, number % 3 ? [`SKU-${index}`] : []])
  })
  await Promise.all(asking)
})

test('pages are read at most eight per statement and three statements at a time', async () => {
  const { db: recorded, batchSizes, shut, open } = recordedBatches(db)
  const readPage = pageReads(recorded)
  shut()
  const read = Promise.all(clients.map((client) => readPage(page(client))))
  await new Promise(setImmediate)
  expect(batchSizes).toEqual([8, 8, 8])
  open()
  expect(await read).toEqual(clients.map(pageOf))
  expect(batchSizes).toEqual([8, 8, 8, 6])
})

test('pages that differ in more than the client are read separately', async () => {
  const { db: recorded, batchSizes } = recordedBatches(db)
  const readPage = pageReads(recorded)
  const [one, other] = clients as [TestClient, TestClient]
  const pages = [
    filteredPage('a')(one),
    filteredPage('b')(one),
    filteredPage('a')(other),
    filteredPage(other.id)(other),
  ]
  const topics = [{ ...filteredPage('a')(other), topic: 'orders' as const }]
  const found = await Promise.all([...pages, ...topics].map(readPage))
  expect(found).toEqual([one, one, other, other, other].map(pageOf))
  expect(batchSizes).toEqual([2, 1, 1, 1])
})

test('a page that cannot be read fails alone', async () => {
  const bad = clients[3] as TestClient
  const readPage = pageReads(db)
  const outcomes = await Promise.allSettled(
    clients.slice(0, 8).map(({ id }) =>
      readPage({
        owner: id,
        topic: 'stock',
        statement: sql`
          select (1 / case when 'x' || clients.id = ${`x${bad.id}`} then 0 else 1 end)::text as id
          from clients
          where clients.id = ${id}`,
        format,
      }),
    ),
  )
  const read = { status: 'fulfilled', value: { version: expect.any(String), records: ['1'] } }
  const failed = { status: 'rejected', reason: expect.objectContaining({ code: '22012' }) }
  expect(outcomes).toEqual(clients.slice(0, 8).map((client) => (client === bad ? failed : read)))
})

test('while the database is unavailable, a batch is not tried again page by page', async () => {
  let statements = 0
  const away = {
    ...db,
    rows() {
      statements += 1
      return Promise.reject(unavailableBecause(new Error('away')))
    },
  }
  const readPage = pageReads(away)
  const outcomes = await Promise.allSettled(clients.slice(0, 8).map((client) => readPage(page(client))))
  expect(outcomes.map(({ status }) => status)).toEqual(Array(8).fill('rejected'))
  expect(statements).toBe(1)
})

test('pages that hang do not hold up others', async () => {
  const readPage = pageReads(hangingAtFirst(db, 3))
  for (let i = 0; i < 3; i++) {
    void readPage(page(clients[0] as TestClient))
    await new Promise(setImmediate)
  }
  expect(await readPage(page(clients[1] as TestClient))).toEqual(pageOf(clients[1] as TestClient))
})

test('an empty page has a version, too', async () => {
  const [client] = clients as [TestClient]
  const nothing = sql`select clients.id::text from clients where clients.id = ${client.id} and false`
  expect(await pageReads(db)({ ...page(client), statement: nothing })).toEqual({
    version: expect.any(String),
    records: [],
  })
})
