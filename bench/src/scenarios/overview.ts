// Compares the overview of a client with a million orders with that of a client with a hundred. Each request finds a
// new version of the orders, so that the page is read and not served from the cache.
import { startAnden } from '../anden.ts'
import type { BenchDatabase } from '../database.ts'
import type { Options } from '../options.ts'
import { comparePages, type ReadPage } from '../orders/compare.ts'
import { addOrderer, fillOrders } from '../orders/fill.ts'
import type { RunScope } from '../run-scope.ts'
import type { CustomScenario, Report } from './scenario.ts'

const plan = { few: 100, many: 1_000_000, goal: 1.5 }

export const overview: CustomScenario = {
  name: 'overview',
  about: `GET /overview with ${plan.few.toLocaleString('en')} and with ${plan.many.toLocaleString('en')} orders`,
  run,
}

async function run(scope: RunScope, database: BenchDatabase, options: Options): Promise<Report> {
  scope.log('orders')
  const pages: ReadPage[] = []
  const anden = await startAnden(scope, database)
  for (const orders of [plan.few, plan.many]) {
    const orderer = await addOrderer(database.db, orders)
    await fillOrders(database.db, orderer)
    const name = `${orders.toLocaleString('en')} orders`
    pages.push({ name, orderer, url: `${anden.url}/api/v1/portal/overview`, goal: plan.goal })
  }
  return {
    scenario: overview.name,
    about: overview.about,
    ...(await comparePages(scope, database.db, pages, options, {
      scenario: overview.name,
      column: 'orders',
    })),
    remarks: [],
  }
}
