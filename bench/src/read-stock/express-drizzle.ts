// A typical implementation for comparison: Express with a middleware that checks the key, and Drizzle's query builder.
// It has no rate limits, scopes, request ids or logs, and its cursors are precomputed.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { and, asc, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { boolean, customType, date, numeric, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import express from 'express'
import pg from 'pg'
import type { BareSetup } from './servers.ts'

const [{ databaseUrl, today, pageSize, cursors }] = (await once(process, 'message')) as [BareSetup]
const cursorOf = new Map(cursors)

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
const clients = pgTable('clients', { id: uuid().primaryKey(), status: text().notNull() })
const apiKeys = pgTable('api_keys', {
  clientId: uuid('client_id').notNull(),
  tokenHash: bytea('token_hash').notNull(),
  revokedAt: timestamp('revoked_at', { withTimezone: true }),
  expiresAt: timestamp('expires_at', { withTimezone: true }),
})
const products = pgTable('products', {
  id: uuid().primaryKey(),
  clientId: uuid('client_id').notNull(),
  name: text().notNull(),
  sku: text().notNull(),
  unitType: text('unit_type').notNull(),
  archived: boolean().notNull(),
})
const stock = pgTable('stock', {
  productId: uuid('product_id').primaryKey(),
  quantity: numeric({ mode: 'number' }).notNull(),
  reservedQuantity: numeric('reserved_quantity', { mode: 'number' }).notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
})
const lots = pgTable('lots', {
  clientId: uuid('client_id').notNull(),
  productId: uuid('product_id').notNull(),
  quantity: numeric({ mode: 'number' }).notNull(),
  expiresOn: date('expires_on').notNull(),
  heldSince: timestamp('held_since', { withTimezone: true }),
})

const pool = new pg.Pool({ connectionString: databaseUrl, max: 20, options: '-c timezone=UTC' })
const db = drizzle(pool)

async function clientOf(token: string): Promise<string | undefined> {
  const tokenHash = createHash('sha256').update(token).digest()
  const [key] = await db
    .select({ clientId: apiKeys.clientId })
    .from(apiKeys)
    .innerJoin(clients, eq(clients.id, apiKeys.clientId))
    .where(
      and(
        eq(apiKeys.tokenHash, tokenHash),
        isNull(apiKeys.revokedAt),
        or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, sql`now()`)),
        eq(clients.status, 'active'),
      ),
    )
  return key?.clientId
}

/** Lots that have expired or are on hold cannot be picked. */
const unavailable = sql`coalesce((
  select sum(${lots.quantity}) from ${lots}
  where ${lots.clientId} = ${products.clientId} and ${lots.productId} = ${products.id} and ${lots.quantity} > 0
    and (${lots.expiresOn} < ${today} or ${lots.heldSince} is not null)), 0)`

const stockPage = (clientId: string) =>
  db
    .select({
      id: products.id,
      name: products.name,
      sku: products.sku,
      unitType: products.unitType,
      quantity: stock.quantity,
      reservedQuantity: stock.reservedQuantity,
      availableQuantity:
        sql`greatest(0, ${stock.quantity} - ${stock.reservedQuantity} - ${unavailable})`.mapWith(Number),
      updatedAt: stock.updatedAt,
    })
    .from(products)
    .innerJoin(stock, eq(stock.productId, products.id))
    .where(and(eq(products.clientId, clientId), eq(products.archived, false)))
    .orderBy(asc(products.sku), asc(products.id))
    .limit(pageSize + 1)

const app = express()
app.disable('x-powered-by')
app.use(async (request, response, next) => {
  const token = request.get('authorization')?.slice('Bearer '.length) ?? ''
  const clientId = await clientOf(token)
  if (clientId === undefined) return void response.status(401).end()
  response.locals['clientId'] = clientId
  response.locals['token'] = token
  next()
})
app.get('/api/v1/portal/stock', async (_request, response) => {
  const { clientId, token } = response.locals as { clientId: string; token: string }
  const rows = await stockPage(clientId)
  const hasMore = rows.length > pageSize
  response.json({
    data: rows.slice(0, pageSize).map((row) => ({
      product_id: row.id,
      products: { id: row.id, name: row.name, sku: row.sku, unit_type: row.unitType },
      quantity: row.quantity,
      reserved_quantity: row.reservedQuantity,
      available_quantity: row.availableQuantity,
      updated_at: row.updatedAt,
    })),
    next_cursor: hasMore ? cursorOf.get(token) : null,
    has_more: hasMore,
  })
})

const server = app.listen(0, '127.0.0.1')
await once(server, 'listening')
process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
process.on('disconnect', () => process.exit())
