// A page of stock, polled by many clients: unchanged since they last asked, and changed before every request.
import { warehouseDay } from '../../../server/src/stock/warehouse-day.ts'
import { startAnden } from '../anden.ts'
import type { BenchDatabase } from '../database.ts'
import { seedStock } from '../read-stock/seed.ts'
import { type Server, startBare, startConstant, startStockWriter } from '../read-stock/servers.ts'
import type { Stage } from '../stage.ts'
import type { PreparedScenario, Scenario, Variant } from './scenario.ts'

const pageSize = 50
const timeZone = 'America/Argentina/Buenos_Aires'
/** Together; each connection asks for its share of them in turn. */
const leastClients = 512
/** Whose pages change in one transaction. */
const batchSize = 64
const path = `/api/v1/portal/stock?limit=${pageSize}`

export const readStock: Scenario = {
  name: 'read-stock',
  about: `GET ${path}`,
  prepare,
}

async function prepare(
  stage: Stage,
  database: BenchDatabase,
  connections: number,
): Promise<PreparedScenario> {
  stage.say('writing the data')
  const clientsEach = Math.ceil(leastClients / connections)
  const { tokens, shown } = await seedStock(database.db, connections * clientsEach, pageSize)
  stage.say('starting the servers')
  const anden = await startAnden(stage, database)
  const pages = await Promise.all(tokens.map((token) => fetchPage(anden, token)))
  const setup = {
    databaseUrl: database.url,
    today: warehouseDay(Date.now, timeZone)(),
    pageSize,
    cursors: tokens.map((token, i): [string, string] => [token, JSON.parse(pages[i] ?? '').next_cursor]),
  }
  const bare = await startBare(stage, { ...setup, parsers: 'pg' })
  const lean = await startBare(stage, { ...setup, parsers: 'Andén' })
  const constant = await startConstant(stage, {
    bodies: tokens.map((token, i) => [token, pages[i] ?? '']),
  })
  await expectSame(tokens, anden, constant)
  const writes = await startStockWriter(stage, { databaseUrl: database.url, batches: batchesOf(shown) })

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
    { ...variant(anden, 'Andén, unchanged', 'bare'), goal: 5 },
    { ...variant(bare, 'bare, changing', 'bare, changing'), writes },
    { ...variant(anden, 'Andén, changing', 'bare, changing'), goal: 0.8, writes, changing: true },
  ]
  const verify = async () => {
    await expectSame(tokens, anden, bare)
    await expectSame(tokens, anden, lean)
  }
  return { variants, verify }
}

/** For the first product on every page, then for the second, and so on: all clients, some at a time. */
function batchesOf(shown: string[][]): string[][] {
  return Array.from({ length: pageSize }, (_, place) =>
    shown.map((products) => products[place] ?? ''),
  ).flatMap((products) => chunks(products, batchSize))
}

function chunks(all: readonly string[], size: number): string[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size))
}

async function fetchPage({ url }: Server, token: string): Promise<string> {
  const response = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } })
  if (!response.ok) throw new Error(`${url} answers ${response.status}: ${await response.text()}`)
  return response.text()
}

async function expectSame(tokens: readonly string[], one: Server, other: Server) {
  for (const some of chunks(tokens, 16)) {
    await Promise.all(
      some.map(async (token) => {
        const [left, right] = await Promise.all([fetchPage(one, token), fetchPage(other, token)])
        if (left !== right) throw new Error(`the servers do not answer alike:\n${left}\n${right}`)
      }),
    )
  }
}
