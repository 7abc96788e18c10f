// Many lines (a hundred thousand in CI), in a process without the memory to hold them.

import { staffScopes } from '@anden/contract'
import { afterAll, expect, test } from 'vitest'
import { serve } from '../../../tests/harness/command.ts'
import { sendCount } from '../../../tests/harness/counts.ts'
import { excelFile } from '../../../tests/harness/excel-file.ts'
import { caller } from '../../../tests/harness/http.ts'
import { expectInvariants } from '../../../tests/harness/invariants.ts'
import { useDatabase } from '../../../tests/harness/prologue.ts'
import { sizes } from '../../../tests/harness/sizes.ts'
import { backofficePrefix } from '../../app/routes.ts'
import { sql } from '../../db/sql.ts'
import { createClient } from '../../identity/clients.ts'
import { issueStaffKey } from '../../identity/issue-keys.ts'

const database = await useDatabase()
const client = await createClient(database.db, { name: 'Bodega', email: 'b@b.example', cuit_dni: null })
const key = await issueStaffKey(database.db, { name: 'ERP', scopes: staffScopes })
const server = await serve({
  // The program itself takes half of it. A large young generation would count, too.
  NODE_OPTIONS: '--max-old-space-size=96 --max-semi-space-size=8',
  ...database.settings,
  SECRET_KEY: 'a secret that only this test knows',
  ROLES: 'api',
})
const staff = caller(server.url + backofficePrefix, key.token)
const clientId = client.id
afterAll(() => server?.end('SIGTERM'))

const lineCount = sizes.importLines
const productCount = lineCount / 5
const emptiedCount = lineCount / 20
const lines = Array.from({ length: lineCount }, (_, index) => {
  const [product, lot] = [index % productCount, Math.floor(index / productCount)]
  return `SKU-${product},${10 + lot},L-${lot},202${lot}-12-31,202${lot},"Producto ${product}, surtido",caja`
})
const header = 'sku,quantity,lot_number,expiry_date,vintage_year,name,unit_type'
const emptied = Array.from({ length: emptiedCount }, (_, product) => `SKU-${product},0,L-0,2020-12-31,2020,,`)
const eventCounts = () => database.db.rows(sql`select type, count(*) from events group by type order by type`)

test('are previewed and imported in bounded memory', async () => {
  const cellsOf = (line: string) => line.replaceAll('"', '').split(/,(?! )/)
  const excel = await sendCount(staff, clientId, excelFile([header, ...lines].map(cellsOf)), { dryRun: true })
  expect(excel.status, excel.text.slice(0, 500)).toBe(200)
  const tried = await sendCount(staff, clientId, [header, ...lines], { dryRun: true })
  expect(tried.status, tried.text.slice(0, 500)).toBe(200)
  const { changes, fingerprint, ...summary } = tried.body
  expect(fingerprint).toMatch(/^[0-9a-f]{32}$/)
  expect(summary).toMatchObject({ lines: lineCount, products_created: productCount, lots_created: lineCount })
  expect(changes).toHaveLength(lineCount)
  expect(excel.body).toEqual(tried.body)

  const made = await sendCount(staff, clientId, [header, ...lines])
  expect(made.body).toEqual({ ...summary, id: made.body.id, dry_run: false })
  expect(await eventCounts()).toEqual([
    { type: 'lot.created', count: lineCount },
    { type: 'stock.changed', count: productCount },
  ])

  const counted = await sendCount(staff, clientId, [header, ...emptied])
  expect(counted.body).toMatchObject({ lines: emptiedCount, products_created: 0, lots_changed: emptiedCount })
  expect(await eventCounts()).toEqual([
    { type: 'lot.created', count: lineCount },
    { type: 'lot.depleted', count: emptiedCount },
    { type: 'stock.changed', count: productCount + emptiedCount },
  ])
  await expectInvariants(database.db)
}, 300_000)
