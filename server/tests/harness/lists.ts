// Every list of the portal, and how its rows are added and removed. A row gets a place in the order. Rows with the same
// place tie, as far as the list allows, and their ids are random, so that ties are resolved at random.
import { randomUUID } from 'node:crypto'
import type { Queryable } from '../../src/db/queryable.ts'
import { fold, sql } from '../../src/db/sql.ts'
import {
  addAccountEntries,
  addDestinatario,
  addDestinatarios,
  addOrders,
  addRemitos,
} from './document-data.ts'
import { addNotices } from './inbound-data.ts'
import { addReturns } from './return-data.ts'
import { addEntries, addLots, addProduct, addProducts } from './stock-data.ts'

/** `key` sorts, byte by byte, as the list does. */
export type Placed = { id: string; key: string }

export type PortalList = {
  path: string
  /** A filter that every row added here meets. */
  filter: string
  newestFirst: boolean
  /** The order is of calendar days: `from` and `to` are no parameters of it. */
  byDay?: true
  add(db: Queryable, clientId: string, places: readonly number[]): Promise<Placed[]>
  /** Removes rows from the list; absent if rows cannot be removed. */
  remove?(db: Queryable, clientId: string, ids: readonly string[]): Promise<unknown>
}

export const idOf = (row: { id?: string; product_id: string }): string => row.id ?? row.product_id
export const placeCount = 10

const momentAt = (place: number) => `2026-05-01T00:00:00.00${place}Z`
const byTime = (places: readonly number[]) =>
  places.map((place) => ({ id: randomUUID() as string, created_at: momentAt(place) }))
const timed = (rows: readonly { id: string; created_at: string }[], prefix = '') =>
  rows.map(({ id, created_at }) => ({ id: prefix + id, key: `${created_at} ${id}` }))

const dateAt = (place: number) => (place === placeCount - 1 ? null : `2030-01-0${place + 1}`)
const names = ['9', 'a', 'Á', 'B', 'b ', 'Ñ', 'n', 'Z', '%', '~'] as const

const ofRemitos: Omit<PortalList, 'path'> = {
  filter: 'type=ingreso',
  newestFirst: true,
  async add(db, clientId, places) {
    const rows = byTime(places)
    await addRemitos(db, clientId, rows)
    return timed(rows)
  },
  remove: (db, _, ids) => db.run(sql`delete from remitos where id = any(${[...ids]}::uuid[])`),
}

const startOfRun = Date.now()

/** Separate from the others: it shows 14 days only, has no version, and also contains the failed requests of a test. */
export const requestList: PortalList = {
  path: '/requests',
  filter: 'status=422',
  newestFirst: true,
  async add(db, clientId, places) {
    const rows = places.map((place) => ({
      id: randomUUID() as string,
      created_at: new Date(startOfRun - 3_600_000 + place).toISOString(),
    }))
    await db.run(sql`
      insert into requests (id, client_id, method, path, status, duration_ms, created_at)
      select id, ${clientId}, 'POST', '/api/v1/portal/orders', 422, 7, created_at
      from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map((row) => row.created_at)}::timestamptz[])
        as new (id, created_at)`)
    return timed(rows)
  },
  remove: (db, _, ids) => db.run(sql`delete from requests where id = any(${[...ids]}::uuid[])`),
}

export const lists: PortalList[] = [
  {
    path: '/stock',
    filter: 'min_quantity=0',
    newestFirst: false,
    async add(db, clientId, places) {
      const given = places.map((place) => ({ id: randomUUID() as string, sku: `${place}-${randomUUID()}` }))
      await addProducts(db, clientId, given)
      return given.map(({ id, sku }) => ({ id, key: sku }))
    },
    async remove(db, _, ids) {
      await db.run(sql`delete from stock where product_id = any(${[...ids]}::uuid[])`)
      await db.run(sql`delete from products where id = any(${[...ids]}::uuid[])`)
    },
  },
  {
    path: '/stock/lots',
    filter: 'include_depleted=false',
    newestFirst: false,
    async add(db, clientId, places) {
      const { id: product_id } = await addProduct(db, clientId)
      const lots = await addLots(
        db,
        clientId,
        places.map((place) => ({ id: randomUUID(), product_id, expiry_date: dateAt(place) })),
      )
      return lots.map(({ id, expiry_date }) => ({ id, key: `${expiry_date ?? 'never'} ${id}` }))
    },
    async remove(db, clientId, ids) {
      const lots = await db.rows(sql<{ id: string; product_id: string; quantity: number }>`
        select id, product_id, quantity from lots where id = any(${[...ids]}::uuid[])`)
      const emptied = lots.map(({ id, product_id, quantity }) => ({
        lot_id: id,
        product_id,
        delta: -quantity,
      }))
      await addEntries(db, clientId, emptied)
    },
  },
  {
    path: '/inbound',
    filter: 'status=announced',
    newestFirst: true,
    byDay: true,
    async add(db, clientId, places) {
      const rows = places.map((place) => ({
        id: randomUUID() as string,
        expected_on: `2030-01-0${place}`.replace('-00', '-10'),
      }))
      await addNotices(db, clientId, rows)
      return rows.map(({ id, expected_on }) => ({ id, key: `${expected_on} ${id}` }))
    },
    async remove(db, _, ids) {
      await db.run(sql`delete from inbound_items where notice_id = any(${[...ids]}::uuid[])`)
      await db.run(sql`delete from inbound_notices where id = any(${[...ids]}::uuid[])`)
    },
  },
  {
    path: '/returns',
    filter: 'status=expected',
    newestFirst: true,
    async add(db, clientId, places) {
      const rows = byTime(places)
      await addReturns(db, clientId, rows)
      return timed(rows)
    },
    async remove(db, _, ids) {
      await db.run(sql`delete from return_items where return_id = any(${[...ids]}::uuid[])`)
      await db.run(sql`delete from returns where id = any(${[...ids]}::uuid[])`)
    },
  },
  { path: '/remitos', ...ofRemitos },
  { path: '/movements', ...ofRemitos },
  {
    path: '/orders',
    filter: 'status=pending',
    newestFirst: true,
    async add(db, clientId, places) {
      const destinatario_id = await addDestinatario(db, clientId)
      const rows = byTime(places)
      await addOrders(
        db,
        clientId,
        rows.map((row) => ({ ...row, destinatario_id })),
      )
      return timed(rows)
    },
    remove: (db, _, ids) => db.run(sql`delete from orders where id = any(${[...ids]}::uuid[])`),
  },
  {
    path: '/transactions',
    filter: 'payment_method=efectivo',
    newestFirst: true,
    async add(db, clientId, places) {
      const rows = byTime(places)
      await addAccountEntries(db, clientId, rows)
      return timed(rows, 'pay_')
    },
  },
  {
    path: '/destinatarios',
    filter: 'name=x',
    newestFirst: false,
    async add(db, clientId, places) {
      const given = places.map((place) => ({ id: randomUUID() as string, name: `${names[place]} x` }))
      await addDestinatarios(db, clientId, given)
      return given.map(({ id, name }) => ({ id, key: `${fold(name)}\0${id}` }))
    },
    remove: (db, _, ids) =>
      db.run(sql`update destinatarios set deleted_at = now() where id = any(${[...ids]}::uuid[])`),
  },
]
