// The daily scan over all clients: every lot once for any batch size, and no more rows read than found.

import { expect, test } from 'vitest'
import { planCost } from '../../tests/harness/plans.ts'
import { useDatabase } from '../../tests/harness/prologue.ts'
import { addLots, addProduct } from '../../tests/harness/stock-data.ts'
import { sql } from '../db/sql.ts'
import { createClient } from '../identity/clients.ts'
import { lotsExpiringBetween } from './lot-queries.ts'
import { expiringLots } from './lots.ts'

const clients = 5
const days = [
  '2026-11-02',
  '2026-11-02',
  '2026-11-02',
  '2026-11-20',
  '2026-12-02',
  '2026-12-03',
  '2027-05-01',
]
const perClient = 5

const database = await useDatabase()
for (let i = 0; i < clients; i++) {
  const { id } = await createClient(database.db, { name: 'Bodega', email: 'b@b.example', cuit_dni: null })
  const { id: product_id } = await addProduct(database.db, id)
  const later = Array.from({ length: 400 }, () => '2028-01-01')
  await addLots(
    database.db,
    id,
    [...days, ...later].map((expiry_date) => ({ product_id, expiry_date })),
  )
}
await database.db.run(sql`analyze lots`)

const scanned = (batchSize: number) =>
  database.db.transaction(async (tx) => {
    const lots = []
    for await (const batch of expiringLots(tx, 'live', '2026-11-02', 30, batchSize)) {
      expect(batch.length).toBeLessThanOrEqual(batchSize)
      lots.push(...batch)
    }
    return lots
  })

test('finds each lot of each client once, for any batch size', async () => {
  const whole = await scanned(1_000)
  expect(whole).toHaveLength(clients * perClient)
  expect(new Set(whole.map((lot) => lot.client_id)).size).toBe(clients)
  for (const batchSize of [1, 2, 3, perClient, 7]) expect(await scanned(batchSize)).toEqual(whole)
})

test('reads the lots that expire, by the index of their client', async () => {
  const connection = await database.db.connect()
  try {
    const last = (await scanned(7)).at(6) ?? null
    for (const after of [null, last]) {
      const { rowsRead, seqScans } = await planCost(
        connection,
        lotsExpiringBetween('live', '2026-11-02', 30, after, 1_000),
      )
      expect(seqScans).not.toContain('lots')
      expect(rowsRead['lots']).toBeLessThanOrEqual(clients * perClient)
    }
  } finally {
    await connection.end()
  }
})
