// Lookups are batched, and each request still gets its own key in its current state.

import { expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../tests/harness/database.ts'
import { planCost } from '../../tests/harness/plans.ts'
import { expectProblem } from '../../tests/harness/problem-answers.ts'
import { useService } from '../../tests/harness/prologue.ts'
import { hangingAtFirst, recordedBatches } from '../../tests/harness/recorded-batches.ts'
import type { TestClient } from '../../tests/harness/service.ts'
import { type Statement, sql } from '../db/sql.ts'
import { batchedKeyLookups } from './key-lookups.ts'
import { keysByHash, revokeApiKey } from './queries.ts'
import { hashOf } from './tokens.ts'

const service = await useService()
const clients = await Promise.all(Array.from({ length: 12 }, () => service.aClient()))

test('three hundred concurrent requests with valid, invalid and revoked keys each get their own response', async () => {
  const [revoked, ...good] = clients as [TestClient, ...TestClient[]]
  await service.db.run(revokeApiKey(revoked.keyId))
  const unknown = `${revoked.token.slice(0, -4)}0000`
  const asking = Array.from({ length: 300 }, async (_, i) => {
    if (i % 10 === 3) return expectProblem(await revoked.portal.get('/stock'), 'auth/invalid-key')
    // Only a few: the address is rate-limited after sixty failures in a minute.
    if (i % 60 === 7) return expectProblem(await service.portal(unknown).get('/orders'), 'auth/invalid-key')
    const client = good[i % good.length] as TestClient
    const { status, body } = await client.portal.get(i % 2 ? '/me' : '/stock')
    expect(status).toBe(200)
    if (i % 2) expect(body.client.id).toBe(client.id)
  })
  await Promise.all(asking)
})

test('lookups of one turn are batched, at most 64 per statement and two statements in flight', async () => {
  const { db, batchSizes, shut, open } = recordedBatches(service.db)
  const find = batchedKeyLookups(db)
  const hash = hashOf(clients[1]?.token ?? '')
  shut()
  const found = Promise.all(Array.from({ length: 200 }, () => find(hash, 'stock')))
  await new Promise(setImmediate)
  expect(batchSizes).toEqual([64, 64])
  open()
  expect((await found).map((one) => one?.credential.client_id)).toEqual(Array(200).fill(clients[1]?.id))
  expect(batchSizes).toEqual([64, 64, 64, 8])
})

test('no lookup sees state older than its request, even when queued', async () => {
  const { db, shut, open } = recordedBatches(service.db)
  const find = batchedKeyLookups(db)
  const [, , client] = clients as [TestClient, TestClient, TestClient]
  shut()
  const before = Array.from({ length: 128 }, () => find(hashOf(client.token), null))
  await new Promise(setImmediate)
  await service.db.run(revokeApiKey(client.keyId))
  const after = find(hashOf(client.token), null)
  open()
  await Promise.all(before)
  expect((await after)?.credential.revoked_at).not.toBeNull()
})

test('a failed statement rejects its own lookups and no others', async () => {
  let isDown = true
  const db = {
    ...service.db,
    rows: <Row>(statement: Statement<Row>) =>
      isDown ? Promise.reject(new Error('away')) : service.db.rows(statement),
  }
  const find = batchedKeyLookups(db)
  const hash = hashOf(clients[3]?.token ?? '')
  const outcomes = await Promise.allSettled([find(hash, null), find(hash, 'stock')])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isDown = false
  expect((await find(hash, null))?.credential.client_id).toBe(clients[3]?.id)
})

test('hanging statements do not block other lookups', async () => {
  const find = batchedKeyLookups(hangingAtFirst(service.db, 2))
  const hash = hashOf(clients[5]?.token ?? '')
  for (let i = 0; i < 2; i++) {
    void find(hash, null)
    await new Promise(setImmediate)
  }
  expect((await find(hash, null))?.credential.client_id).toBe(clients[5]?.id)
})

test('a key is returned with the version of the requested topic', async () => {
  const find = batchedKeyLookups(service.db)
  const client = clients[4] as TestClient
  await service.db.run(sql`
    update client_versions set version = case topic when 'stock' then 41 else 42 end
    where client_id = ${client.id}`)
  const hash = hashOf(client.token)
  const found = await Promise.all([find(hash, 'stock'), find(hash, null), find(hash, 'orders')])
  expect(found.map((one) => one?.version)).toEqual(['41', null, '42'])
})

test.each([
  ['the key', (client: TestClient) => sql`update api_keys set name = 'other' where id = ${client.keyId}`],
  ['its client', (client: TestClient) => sql`update clients set name = 'other' where id = ${client.id}`],
])(
  'a change of %s is seen by the next lookup, and what has not changed is not sent again',
  async (_, change) => {
    const answers: unknown[] = []
    const db = {
      ...service.db,
      async rows<Row>(statement: Statement<Row>) {
        const rows = await service.db.rows(statement)
        answers.push(...rows)
        return rows
      },
    }
    const find = batchedKeyLookups(db)
    const client = await service.aClient()
    const name = async () => (await find(hashOf(client.token), null))?.credential
    const first = await name()
    expect(await name()).toBe(first)
    await service.db.run(change(client))
    const changed = await name()
    expect([changed?.name, changed?.client_name]).toContain('other')
    expect(await name()).toBe(changed)
    const isSent = (answer: unknown) => (answer as { credential: unknown }).credential !== null
    expect(answers.map(isSent)).toEqual([true, false, true, false])
  },
)

test('a lookup reads one key, its client and one version, regardless of table size', async () => {
  const database: TestDatabase = await cloneDatabase()
  const connection = await database.db.connect()
  try {
    await database.db.run(sql`
      with client as (
        insert into clients (id, name, email)
        select new_id(), 'Bodega ' || number, 'bodega@bodega.example' from generate_series(1, 2000) as number
        returning id, name)
      insert into api_keys (id, client_id, name, token_hash, key_prefix, scopes)
      select new_id(), id, 'erp', sha256(name::bytea), 'pk_bodega0', '{read:stock}' from client`)
    await database.db.run(sql`analyze`)
    for (const count of [1, 64]) {
      const hashes = Array.from({ length: count }, (_, i) => hashOf(`Bodega ${1000 + i}`))
      const { seqScans, rowsRead } = await planCost(
        connection,
        keysByHash({
          tokenHashes: hashes,
          topics: hashes.map(() => 'stock' as const),
          revisions: hashes.map(() => '7 7'),
        }),
      )
      expect(seqScans).toEqual([])
      expect(rowsRead).toEqual({ api_keys: count, clients: count, client_versions: count })
    }
  } finally {
    await connection.end()
    await database.drop()
  }
})
