// The orders of a client with a million of them: compares the 10,000th page with the first, and the first with that of
// a client with ten thousand orders.
import { sql } from '../../../server/src/db/sql.ts'
import { startAnden } from '../anden.ts'
import type { BenchDatabase } from '../database.ts'
import type { Options } from '../options.ts'
import { comparePages, type ReadPage } from '../orders/compare.ts'
import { addOrderer, fillOrders, type Orderer } from '../orders/fill.ts'
import type { RunScope } from '../run-scope.ts'
import type { CustomScenario, Report } from './scenario.ts'

const plan = { few: 10_000, many: 1_000_000, pageSize: 50, deepPage: 10_000, goal: 1.2 }
const path = `/api/v1/portal/orders?limit=${plan.pageSize}`

export const deepPages: CustomScenario = {
  name: 'deep-pages',
  about: `GET ${path}: the first page and the ${plan.deepPage.toLocaleString('en')}th of a million orders`,
  run,
}

async function run(scope: RunScope, database: BenchDatabase, options: Options): Promise<Report> {
  const { db } = database
  scope.log('orders')
  const anden = await startAnden(scope, database)
  const first = anden.url + path
  const few = await addOrderer(db, plan.few)
  await fillOrders(db, few)
  const many = await addOrderer(db, plan.many)
  // The older orders are written first: while the page before the deep one is still the first page, its cursor can be
  // read directly.
  const cursorRow = (plan.deepPage - 1) * plan.pageSize
  await fillOrders(db, many, { from: cursorRow - plan.pageSize + 1 })
  const cursor = await nextCursor(first, many)
  await fillOrders(db, many, { to: cursorRow - plan.pageSize })
  await db.within(vacuumLimitMs).run(sql`vacuum (analyze) orders`)

  const { goal } = plan
  const pages: ReadPage[] = [
    { name: 'first page', orderer: many, url: first, goal },
    { name: '10,000th page', orderer: many, url: `${first}&cursor=${cursor}`, goal },
  ]
  const clients: ReadPage[] = [
    { name: 'first page, ten thousand', orderer: few, url: first, goal },
    { name: 'first page, a million orders', orderer: many, url: first, goal },
  ]
  const byDepth = await comparePages(scope, db, pages, options, { scenario: deepPages.name, column: 'page' })
  const bySize = await comparePages(scope, db, clients, options, {
    scenario: deepPages.name,
    column: 'client',
  })
  return {
    scenario: deepPages.name,
    about: deepPages.about,
    tables: [...byDepth.tables, ...bySize.tables],
    figures: [...byDepth.figures, ...bySize.figures],
    remarks: [],
  }
}

const vacuumLimitMs = 300_000

async function nextCursor(url: string, { token }: Orderer): Promise<string> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
  const { next_cursor } = (await response.json()) as { next_cursor: string }
  return next_cursor
}
