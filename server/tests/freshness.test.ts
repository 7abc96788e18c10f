// Reads are never stale: a response, cached or not, from either process, is no older than the state committed
// when its request was made. Two writers change two rows on the same page concurrently, so that their commits
// overtake each other.

import { join } from 'node:path'
import { portalScopes } from '@anden/contract'
import { expect, test } from 'vitest'
import { fold, raw, sql } from '../src/db/sql.ts'
import { createClient } from '../src/identity/clients.ts'
import { issueApiKey } from '../src/identity/issue-keys.ts'
import { serve } from './harness/command.ts'
import { addAccountEntries, addDestinatario, addOrder, addRemitos } from './harness/document-data.ts'
import { scratch } from './harness/embedded/trial.ts'
import { type Caller, caller } from './harness/http.ts'
import { useDatabase } from './harness/prologue.ts'
import { addEntries, addLot, addProduct } from './harness/stock-data.ts'

const rounds = 250
const maxMs = 1500
const minFresh = 10
type Body = ReturnType<typeof JSON.parse>

/** Two counters on one page: each is set to n by a commit of its own. */
type Topic = {
  path: string
  write: readonly [Write, Write]
  read: (body: Body) => readonly [number, number]
}
type Write = (n: number) => Promise<unknown>

const database = await useDatabase()
const db = database.db
const owner = { name: 'Bodega', email: 'bodega@bodega.example', cuit_dni: null }
const clientId = (await createClient(db, owner)).id
const plenty = { read_per_hour: 1_000_000, burst_per_minute: 1_000_000 }
const key = { clientId, name: 'test', scopes: portalScopes, rateLimits: plenty }
const token = (await issueApiKey(db, key)).token
const settings = {
  ...database.settings,
  SECRET_KEY: '0123456789abcdef0123456789abcdef',
  DATA_DIR: join(await scratch(), 'data'),
}
const servers = await Promise.all([serve(settings), serve(settings)])

/** Reads from both processes, with and without If-None-Match, while two writers run. */
async function expectNeverStale({ path, write, read }: Topic) {
  const committed = [0, 0]
  const shownBy = new Map<string, { text: string; counters: readonly [number, number] }>()
  const seen = { fresh: 0, unchanged: 0 }
  let writing = true

  async function request(portal: Caller, etag?: string): Promise<string> {
    const floor = [...committed]
    const answer = await portal.get(path, etag ? { 'if-none-match': etag } : {})
    const tag = answer.headers.get('etag') ?? ''
    if (answer.status === 304) {
      seen.unchanged += 1
      expect(tag).toBe(etag)
    } else {
      seen.fresh += 1
      expect(answer.status).toBe(200)
      const kept = shownBy.get(tag)
      if (kept) expect(answer.text).toBe(kept.text)
      else shownBy.set(tag, { text: answer.text, counters: read(answer.body) })
    }
    const shown = shownBy.get(tag)?.counters ?? [-1, -1]
    expect(shown[0], `${path}: first counter`).toBeGreaterThanOrEqual(floor[0] ?? 0)
    expect(shown[1], `${path}: second counter`).toBeGreaterThanOrEqual(floor[1] ?? 0)
    return tag
  }

  const readers = servers.flatMap((server) => {
    const portal = caller(`${server.url}/api/v1/portal`, token)
    return [
      (async () => {
        while (writing) await request(portal)
      })(),
      (async () => {
        let etag: string | undefined
        while (writing) etag = await request(portal, etag)
        etag = await request(portal, etag)
        expect(await request(portal, etag), 'an unchanged page keeps its ETag').toBe(etag)
      })(),
    ]
  })
  const deadline = Date.now() + maxMs
  const isOver = () => Date.now() > deadline && seen.fresh > minFresh
  const writers = write.map(async (put, which) => {
    for (let n = 1; n <= rounds && !isOver(); n++) {
      await put(n)
      committed[which] = n
    }
  })
  const written = Promise.all(writers).finally(() => {
    writing = false
  })
  await Promise.all([written, ...readers])
  expect(seen.fresh).toBeGreaterThan(minFresh)
  expect(seen.unchanged).toBeGreaterThan(0)
  return committed
}

async function twoStocked() {
  const products = [
    await addProduct(db, clientId, { sku: 'A' }),
    await addProduct(db, clientId, { sku: 'B' }),
  ]
  const lots: { id: string }[] = []
  for (const { id } of products) lots.push(await addLot(db, clientId, id, { quantity: 1 }))
  const receive = (which: number) => () =>
    addEntries(db, clientId, [
      { product_id: products[which]?.id ?? '', lot_id: lots[which]?.id ?? '', delta: 1 },
    ])
  return { ids: products.map(({ id }) => id), write: [receive(0), receive(1)] as const }
}

/** Sets a column of one row of the table. */
const put =
  (table: string, id: string, column: string, value: (n: number) => unknown): Write =>
  (n) =>
    db.run(sql`update ${raw(table)} set ${raw(column)} = ${value(n) as string} where id = ${id}`)

const counterIn = (rows: Body[], id: string, field: (row: Body) => unknown) =>
  Number(field(rows.find((row) => row.id === id)) ?? 0)

test('/stock and /stock/lots', async () => {
  const { ids, write } = await twoStocked()
  const quantity = (rows: Body[], id?: string) => rows.find((row) => row.product_id === id).quantity - 1
  const read = ({ data }: Body) => [quantity(data, ids[0]), quantity(data, ids[1])] as const
  const [first = 0, second = 0] = await expectNeverStale({ path: '/stock', write, read })
  const later = (body: Body) => [read(body)[0] - first, read(body)[1] - second] as const
  await expectNeverStale({ path: '/stock/lots', write, read: later })
})

test('/orders', async () => {
  const ids = [await addOrder(db, clientId), await addOrder(db, clientId)] as const
  const write = (id: string) => put('orders', id, 'notes', String)
  await expectNeverStale({
    path: '/orders',
    write: [write(ids[0]), write(ids[1])],
    read: ({ data }) => [
      counterIn(data, ids[0], (row) => row.notes),
      counterIn(data, ids[1], (row) => row.notes),
    ],
  })
})

test('/remitos', async () => {
  const added = await addRemitos(db, clientId, [{}, {}])
  const ids = [added[0]?.id ?? '', added[1]?.id ?? ''] as const
  const write = (id: string) => put('remitos', id, 'remito_number', (n) => [String(n)])
  await expectNeverStale({
    path: '/remitos',
    write: [write(ids[0]), write(ids[1])],
    read: ({ data }) => [
      counterIn(data, ids[0], (row) => row.remito_number[0]),
      counterIn(data, ids[1], (row) => row.remito_number[0]),
    ],
  })
})

test('/balance', async () => {
  await expectNeverStale({
    path: '/balance',
    write: [
      () => addAccountEntries(db, clientId, [{ type: 'credit_sale', amount: 1 }]),
      () => addAccountEntries(db, clientId, [{ type: 'payment', amount: 1 }]),
    ],
    read: (body) => [body.total_fiado, body.total_pagado],
  })
})

test('/destinatarios', async () => {
  const ids = [await addDestinatario(db, clientId), await addDestinatario(db, clientId)] as const
  const write = (id: string) => (n: number) =>
    db.run(sql`
      update destinatarios set name = ${`D ${n}`}, name_folded = ${fold(`D ${n}`)} where id = ${id}`)
  const counter = (row: Body) => /\d+$/.exec(row.name)?.[0]
  await expectNeverStale({
    path: '/destinatarios',
    write: [write(ids[0]), write(ids[1])],
    read: ({ data }) => [counterIn(data, ids[0], counter), counterIn(data, ids[1], counter)],
  })
})
