// A page of stock, polled by many clients: unchanged since they last asked, and changed before every request.
import { warehouseDay } from '../../../server/src/warehouse-day.ts'
import type { Database } from '../database.ts'
import { seed } from '../read-stock/seed.ts'
import { type Server, startAnden, startBare, startConstant, startWriter } from '../read-stock/servers.ts'
import type { Stage } from '../stage.ts'
import type { Prepared, Scenario, Variant } from './scenario.ts'

const pageSize = 50
const timeZone = 'America/Argentina/Buenos_Aires'
const path = `/api/v1/portal/stock?limit=${pageSize}`

export const readStock: Scenario = {
  name: 'read-stock',
  about: `GET ${path}`,
  prepare,
}

async function prepare(stage: Stage, database: Database, connections: number): Promise<Prepared> {
  stage.say('writing the data')
  const { tokens, shown } = await seed(database.db, connections, pageSize)
  stage.say('starting the servers')
  const anden = await startAnden(stage, database)
  const pages = await Promise.all(tokens.map((token) => fetchPage(anden, token)))
  const bare = await startBare(stage, {
    databaseUrl: database.url,
    today: warehouseDay(Date.now, timeZone)(),
    pageSize,
    cursors: tokens.map((token, i) => [token, JSON.parse(pages[i] ?? '').next_cursor]),
  })
  const constant = await startConstant(stage, {
    bodies: tokens.map((token, i) => [token, pages[i] ?? '']),
  })
  await expectSame(tokens, anden, constant)
  const writes = await startWriter(stage, { databaseUrl: database.url, shown })

  const target = ({ url }: Server) => ({
    url: url + path,
    tokenOf: (connection: number) => tokens[connection % tokens.length] ?? '',
  })
  const variants: Variant[] = [
    { name: 'bare', target: target(bare), serverPid: bare.pid, comparedTo: 'bare' },
    { name: 'constant', target: target(constant), serverPid: constant.pid, comparedTo: 'bare' },
    { name: 'Andén, unchanged', target: target(anden), serverPid: anden.pid, comparedTo: 'bare', goal: 5 },
    {
      name: 'bare, changing',
      target: target(bare),
      serverPid: bare.pid,
      comparedTo: 'bare, changing',
      writes,
    },
    {
      name: 'Andén, changing',
      target: target(anden),
      serverPid: anden.pid,
      comparedTo: 'bare, changing',
      goal: 0.8,
      writes,
      minChangedShare: 0.99,
    },
  ]
  return { variants, verify: () => expectSame(tokens, anden, bare) }
}

async function fetchPage({ url }: Server, token: string): Promise<string> {
  const response = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } })
  if (!response.ok) throw new Error(`${url} answers ${response.status}: ${await response.text()}`)
  return response.text()
}

async function expectSame(tokens: readonly string[], one: Server, other: Server) {
  for (const token of tokens) {
    const [left, right] = await Promise.all([fetchPage(one, token), fetchPage(other, token)])
    if (left !== right) throw new Error(`the servers do not answer alike:\n${left}\n${right}`)
  }
}
