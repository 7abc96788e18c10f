// Compares reading the same page of stock with a key and with a session cookie: the cost of authenticating a user.
import { sessionCookie } from '../../../server/src/http/admission/origins.ts'
import { startAnden } from '../anden.ts'
import type { BenchDatabase } from '../database.ts'
import { chunks, keyHeader } from '../load.ts'
import { seedSessions } from '../read-by-cookie/sessions.ts'
import { seedStock } from '../read-stock/seed.ts'
import type { RunScope } from '../run-scope.ts'
import type { PreparedScenario, Scenario, Variant } from './scenario.ts'

const pageSize = 50
const minClients = 512
const peopleEach = 8
const path = `/api/v1/portal/stock?limit=${pageSize}`

export const readByCookie: Scenario = {
  name: 'read-by-cookie',
  about: `GET ${path}, with a key and with a cookie`,
  prepare,
}

async function prepare(
  scope: RunScope,
  database: BenchDatabase,
  connections: number,
): Promise<PreparedScenario> {
  scope.log('seeding the database')
  const clientsEach = Math.ceil(minClients / connections)
  const { clientIds, tokens } = await seedStock(database.db, connections * clientsEach, pageSize)
  const anden = await startAnden(scope, database)
  const cookies = await seedSessions(database.db, clientIds, peopleEach)
  const name = sessionCookie(anden.url)
  const cookieHeader = (value: string) => ({ cookie: `${name}=${value}` })

  const url = anden.url + path
  const variants: Variant[] = [
    {
      name: 'key',
      comparedTo: 'key',
      target: { url, tokens: chunks(tokens, clientsEach) },
      serverPid: anden.pid,
    },
    {
      name: 'cookie',
      comparedTo: 'key',
      target: { url, tokens: chunks(cookies, clientsEach * peopleEach), headersOf: cookieHeader },
      serverPid: anden.pid,
      // At most 1.2 times the cost.
      goal: 0.83,
    },
  ]
  const verify = async () => {
    for (const [i, token] of tokens.entries()) {
      const [byKey, byCookie] = await Promise.all([
        fetchText(url, keyHeader(token)),
        fetchText(url, cookieHeader(cookies[i * peopleEach] ?? '')),
      ])
      if (byKey !== byCookie) throw new Error(`key and cookie return different pages:\n${byKey}\n${byCookie}`)
    }
  }
  return { variants, verify }
}

async function fetchText(url: string, headers: Record<string, string>): Promise<string> {
  const response = await fetch(url, { headers })
  if (!response.ok) throw new Error(`${url} returned ${response.status}: ${await response.text()}`)
  return response.text()
}
