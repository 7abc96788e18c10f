// A page of stock, polled by many clients: unchanged since the last request, and changed before every request.
import { warehouseDay } from '../../../server/src/stock/warehouse-day.ts'
import { startAnden } from '../anden.ts'
import type { BenchDatabase } from '../database.ts'
import { chunks } from '../load.ts'
import { seedStock } from '../read-stock/seed.ts'
import {
  type Server,
  startBare,
  startConstant,
  startExpress,
  startStockWriter,
} from '../read-stock/servers.ts'
import type { RunScope } from '../run-scope.ts'
import type { PreparedScenario, Scenario, Variant } from './scenario.ts'

const pageSize = 50
const timeZone = 'America/Argentina/Buenos_Aires'
/** The total number of clients; each connection uses its share of them in turn. */
const minClients = 512
/** The number of clients whose pages change in one transaction. */
const batchSize = 64
const path = `/api/v1/portal/stock?limit=${pageSize}`

export const readStock: Scenario = {
  name: 'read-stock',
  about: `GET ${path}`,
  prepare,
}

async function prepare(
  scope: RunScope,
  database: BenchDatabase,
  connections: number,
): Promise<PreparedScenario> {
  scope.log('seeding the database')
  const clientsEach = Math.ceil(minClients / connections)
  const { tokens, shown } = await seedStock(database.db, connections * clientsEach, pageSize)
  scope.log('starting the servers')
  const anden = await startAnden(scope, database)
  const pages = await Promise.all(tokens.map((token) => fetchPage(anden, token)))
  const setup = {
    databaseUrl: database.url,
    today: warehouseDay(Date.now, timeZone)(),
    pageSize,
    cursors: tokens.map((token, i): [string, string] => [token, JSON.parse(pages[i] ?? '').next_cursor]),
  }
  const bare = await startBare(scope, { ...setup, parsers: 'pg' })
  const lean = await startBare(scope, { ...setup, parsers: 'Andén' })
  const express = await startExpress(scope, { ...setup, parsers: 'pg' })
  const constant = await startConstant(scope, {
    bodies: tokens.map((token, i) => [token, pages[i] ?? '']),
  })
  await expectSame(tokens, anden, constant)
  const writes = await startStockWriter(scope, { databaseUrl: database.url, batches: batchesOf(shown) })

  const variant = ({ url, pid }: Server, name: string, comparedTo: string) => ({
    name,
    comparedTo,
    target: { url: url + path, tokens: chunks(tokens, clientsEach) },
    serverPid: pid,
  })
  const variants: Variant[] = [
    variant(constant, 'constant', 'bare'),
    variant(bare, 'bare', 'bare'),
    variant(lean, 'bare, parsers of Andén', 'bare'),
    variant(express, 'Express + Drizzle', 'bare'),
    {
      ...variant(anden, 'Andén, unchanged', 'bare'),
      goal: 5,
      otherGoals: [
        { comparedTo: 'constant', goal: 0.3 },
        { comparedTo: 'Express + Drizzle', goal: 10 },
      ],
    },
    { ...variant(bare, 'bare, changing', 'bare, changing'), writes },
    { ...variant(anden, 'Andén, changing', 'bare, changing'), goal: 1.1, writes, changing: true },
  ]
  const verify = async () => {
    await expectSame(tokens, anden, bare)
    await expectSame(tokens, anden, lean)
    await expectSame(tokens, anden, express)
  }
  return { variants, verify }
}

/** The first product of every page, then the second, and so on, in batches over all clients. */
function batchesOf(shown: string[][]): string[][] {
  return Array.from({ length: pageSize }, (_, place) =>
    shown.map((products) => products[place] ?? ''),
  ).flatMap((products) => chunks(products, batchSize))
}

async function fetchPage({ url }: Server, token: string): Promise<string> {
  const response = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } })
  if (!response.ok) throw new Error(`${url} returned ${response.status}: ${await response.text()}`)
  return response.text()
}

async function expectSame(tokens: readonly string[], one: Server, other: Server) {
  for (const some of chunks(tokens, 16)) {
    await Promise.all(
      some.map(async (token) => {
        const [left, right] = await Promise.all([fetchPage(one, token), fetchPage(other, token)])
        if (left !== right) throw new Error(`the servers return different pages:\n${left}\n${right}`)
      }),
    )
  }
}
