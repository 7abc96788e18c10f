// A hundred thousand lines, by a process that has no memory to hold them.

import { staffScopes } from '@anden/contract'
import { afterAll, expect, test } from 'vitest'
import { backofficePrefix } from '../../app/routes.ts'
import { sql } from '../../db/sql.ts'
import { createClient } from '../../identity/create-client.ts'
import { issueStaffKey } from '../../identity/issue-keys.ts'
import { serve } from '../../testing/command.ts'
import { sendCount } from '../../testing/counts.ts'
import { caller } from '../../testing/http.ts'
import { expectInvariants } from '../../testing/invariants.ts'
import { useDatabase } from '../../testing/prologue.ts'

const database = await useDatabase()
const client = await createClient(database.db, { name: 'Bodega', email: 'b@b.example', cuit_dni: null })
const key = await issueStaffKey(database.db, { name: 'ERP', scopes: staffScopes })
const server = await serve({
  // Of which the program itself takes half. A large young generation would count against it.
  NODE_OPTIONS: '--max-old-space-size=96 --max-semi-space-size=8',
  DATABASE_URL: database.url,
  SECRET_KEY: 'a secret that only this test knows',
  ROLES: 'api',
})
const staff = caller(server.url + backofficePrefix, key.token)
const clientId = client.id
afterAll(() => server?.end('SIGTERM'))

/** 20,000 products with five lots each. */
const lines = Array.from({ length: 100_000 }, (_, index) => {
  const [product, lot] = [index % 20_000, Math.floor(index / 20_000)]
  return `SKU-${product},${10 + lot},L-${lot},202${lot}-12-31,202${lot},"Producto ${product}, surtido",caja`
})
const header = 'sku,quantity,lot_number,expiry_date,vintage_year,name,unit_type'
const emptied = Array.from({ length: 5_000 }, (_, product) => `SKU-${product},0,L-0,2020-12-31,2020,,`)
const eventCounts = () => database.db.rows(sql`select type, count(*) from events group by type order by type`)

test('are tried and imported in bounded memory, all of them', async () => {
  const tried = await sendCount(staff, clientId, [header, ...lines], { dryRun: true })
  expect(tried.status, tried.text.slice(0, 500)).toBe(200)
  const { changes, ...summary } = tried.body
  expect(summary).toMatchObject({ lines: 100_000, products_created: 20_000, lots_created: 100_000 })
  expect(changes).toHaveLength(100_000)

  const made = await sendCount(staff, clientId, [header, ...lines])
  expect(made.body).toEqual({ ...summary, id: made.body.id, dry_run: false })
  expect(await eventCounts()).toEqual([
    { type: 'lot.created', count: 100_000 },
    { type: 'stock.changed', count: 20_000 },
  ])

  const counted = await sendCount(staff, clientId, [header, ...emptied])
  expect(counted.body).toMatchObject({ lines: 5_000, products_created: 0, lots_changed: 5_000 })
  expect(await eventCounts()).toEqual([
    { type: 'lot.created', count: 100_000 },
    { type: 'lot.depleted', count: 5_000 },
    { type: 'stock.changed', count: 25_000 },
  ])
  await expectInvariants(database.db)
}, 300_000)
