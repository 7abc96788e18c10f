// Compares a thousand live streams with none: their cost for the server and PostgreSQL, while nothing changes and while
// versions change at a steady rate, and how soon a change is reported.
import { availableParallelism } from 'node:os'
import { portalScopes } from '@anden/contract'
import { sql } from '../../../server/src/db/sql.ts'
import { sessionCookie } from '../../../server/src/http/admission/origins.ts'
import { createClient } from '../../../server/src/identity/clients.ts'
import { issueApiKey } from '../../../server/src/identity/issue-keys.ts'
import { startAnden } from '../anden.ts'
import { cpuMsOfFamily, cpuMsOfMachine } from '../cpu.ts'
import type { BenchDatabase } from '../database.ts'
import { type LiveSample, liveMeter, liveTable, startListeners } from '../live/measure.ts'
import { keyHeader } from '../load.ts'
import type { Options } from '../options.ts'
import { seedSessions } from '../read-by-cookie/sessions.ts'
import type { RunScope } from '../run-scope.ts'
import type { CustomScenario, Report } from './scenario.ts'

/** Each client has one stream by key and one by cookie, so that no two streams share a credential. */
const plan = { clients: 500, changesPerSecond: 50, windowMs: 10_000, maxRounds: 2 }
const streamCounts = [0, 2 * plan.clients]

export const live: CustomScenario = {
  name: 'live',
  about: `GET /live, none and ${(2 * plan.clients).toLocaleString('en')} streams`,
  run,
}

async function run(scope: RunScope, database: BenchDatabase, options: Options): Promise<Report> {
  const othersMs = () => cpuMsOfMachine() - cpuMsOfFamily(process.pid) - cpuMsOfFamily(database.postmasterPid)
  const start = { at: performance.now(), othersMs: othersMs() }
  scope.log('seeding the database')
  const { clientIds, tokens } = await addClients(database)
  const anden = await startAnden(scope, database)
  const cookies = await seedSessions(database.db, clientIds, 1)
  const name = sessionCookie(anden.url)
  const listeners = await startListeners(scope, {
    url: `${anden.url}/api/v1/portal/live`,
    headers: [...tokens.map(keyHeader), ...cookies.map((value) => ({ cookie: `${name}=${value}` }))],
  })
  const connection = await database.db.connect()
  scope.onClose(() => connection.end())
  const { postmasterPid } = database
  const setup = { scope, serverPid: anden.pid, postmasterPid, connection, clientIds, listeners }
  const measure = await liveMeter(setup, plan.windowMs)

  const samples: LiveSample[] = []
  for (let round = 0; round < Math.min(options.rounds, plan.maxRounds); round++) {
    for (const streams of round % 2 === 0 ? streamCounts : streamCounts.toReversed()) {
      scope.log(`round ${round + 1}, ${streams} streams`)
      if (streams > 0) await listeners.connect()
      samples.push(await measure(streams, 0), await measure(streams, plan.changesPerSecond))
      if (streams > 0) await listeners.disconnect()
    }
  }
  const others = (othersMs() - start.othersMs) / (performance.now() - start.at) / availableParallelism()
  return {
    scenario: live.name,
    about: live.about,
    tables: [liveTable(samples)],
    figures: [],
    remarks: [`other processes used ${Math.round(100 * others)} % of the machine meanwhile`],
  }
}

async function addClients({ db }: BenchDatabase) {
  const clientIds: string[] = []
  const tokens: string[] = []
  for (let number = 1; number <= plan.clients; number++) {
    const details = { name: `Cliente ${number}`, email: 'cliente@bench.example', cuit_dni: null }
    const { id: clientId } = await createClient(db, details)
    const { token } = await issueApiKey(db, { clientId, name: 'bench', scopes: portalScopes })
    clientIds.push(clientId)
    tokens.push(token)
  }
  for (const table of [sql`clients`, sql`api_keys`, sql`client_versions`])
    await db.run(sql`vacuum (analyze) ${table}`)
  return { clientIds, tokens }
}
