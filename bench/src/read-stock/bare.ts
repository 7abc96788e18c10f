// The baseline: the cost of a page with only node:http and pg. It checks the key and reads the page, without rate
// limits, scopes, validation, request ids or logs, and its cursors are precomputed. It parses rows with pg's own type
// parsers or with Andén's, which avoid Date objects.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { wireTypes } from '../../../server/src/db/records.ts'
import { type StockLine, stockBySku } from '../../../server/src/stock/queries.ts'
import type { BareSetup } from './servers.ts'

const [{ databaseUrl, today, pageSize, cursors, parsers }] = (await once(process, 'message')) as [BareSetup]
const cursorOf = new Map(cursors)

const pool = new pg.Pool({
  connectionString: databaseUrl,
  max: 20,
  keepAlive: true,
  options: '-c timezone=UTC',
  ...(parsers === 'Andén' ? { types: wireTypes } : {}),
})

const keyQuery = `
  select k.client_id
  from api_keys k
  join clients c on c.id = k.client_id
  where k.token_hash = $1 and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
    and c.status = 'active'`
const pageQuery = stockBySku('', today, {}, { after: null, rowLimit: pageSize + 1 }).text

async function pageFor(authorization: string): Promise<string | null> {
  const token = authorization.slice('Bearer '.length)
  const hash = createHash('sha256').update(token).digest()
  const keys = await pool.query<{ client_id: string }>({ name: 'key', text: keyQuery, values: [hash] })
  const clientId = keys.rows[0]?.client_id
  if (clientId === undefined) return null
  const { values } = stockBySku(clientId, today, {}, { after: null, rowLimit: pageSize + 1 })
  const { rows } = await pool.query<StockLine>({ name: 'page', text: pageQuery, values: [...values] })
  const data = rows.slice(0, pageSize).map((row) => ({
    product_id: row.product_id,
    products: { id: row.product_id, name: row.name, sku: row.sku, unit_type: row.unit_type },
    // pg returns a numeric as a string.
    quantity: Number(row.quantity),
    reserved_quantity: Number(row.reserved_quantity),
    available_quantity: Number(row.available_quantity),
    updated_at: row.updated_at,
  }))
  const more = rows.length > pageSize
  return JSON.stringify({ data, next_cursor: more ? cursorOf.get(token) : null, has_more: more })
}

const server = createServer((request, response) => {
  pageFor(request.headers.authorization ?? '').then(
    (body) => {
      if (body === null) return response.writeHead(401).end()
      response
        .writeHead(200, {
          'content-type': 'application/json; charset=utf-8',
          'content-length': Buffer.byteLength(body),
        })
        .end(body)
    },
    () => response.writeHead(500).end(),
  )
})
await once(server.listen(0, '127.0.0.1'), 'listening')
process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
process.on('disconnect', () => process.exit())
