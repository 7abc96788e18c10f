// Compares several processes of Andén under a supervisor with the same number of processes started individually. Most
// machines do not have enough cores to saturate all of them beside the load generator and PostgreSQL. So the capacity
// is derived from what can be measured anywhere: the CPU time per request, how evenly it is distributed, and what the
// supervisor uses of its own core. Both variants compete for the same cores, so the cost of that is in both.
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { startAnden } from '../anden.ts'
import { cpuMsOf, cpuMsOfFamily, cpuMsOfMachine } from '../cpu.ts'
import type { BenchDatabase } from '../database.ts'
import { chunks, drive } from '../load.ts'
import type { Options } from '../options.ts'
import { type FleetSample, fleetFigures, fleetTable } from '../processes/figures.ts'
import { seedStock } from '../read-stock/seed.ts'
import { rotated } from '../rounds.ts'
import type { RunScope } from '../run-scope.ts'
import { total } from '../statistics.ts'
import type { CustomScenario, Report } from './scenario.ts'

const counts = [1, 2, 4]
const pageSize = 50
const minClients = 512
const path = `/api/v1/portal/stock?limit=${pageSize}`
const firstWarmupMs = 3_000
const warmupMs = 500

export const processes: CustomScenario = {
  name: 'processes',
  about: `GET ${path}, unchanged, by ${counts.join(', ')} processes`,
  run,
}

/** `urls` has one URL for all processes under a supervisor, otherwise one per process. */
type Servers = { urls: string[]; serving: number[]; supervisor: number | null }

async function run(scope: RunScope, database: BenchDatabase, options: Options): Promise<Report> {
  scope.log('seeding the database')
  const mostConnections = options.connections * Math.max(...counts)
  const clientsEach = Math.ceil(minClients / mostConnections)
  const { tokens } = await seedStock(database.db, mostConnections * clientsEach, pageSize)
  const single: Servers[] = []
  for (let i = 0; i < Math.max(...counts); i++) single.push(await startAlone(scope, database))
  const fleets: Servers[] = []
  for (const count of counts) fleets.push(together(single.slice(0, count)))
  for (const count of counts.filter((one) => one > 1))
    fleets.push(await startSupervised(scope, database, count))

  const supervisors = fleets.flatMap(({ supervisor }) => supervisor ?? [])
  // The servers are children of this process; processes that a supervisor started are grandchildren.
  const ownMs = () =>
    [process.pid, database.postmasterPid, ...supervisors].reduce((sum, pid) => sum + cpuMsOfFamily(pid), 0) -
    supervisors.reduce((sum, pid) => sum + cpuMsOf(pid), 0)
  const load = { scope, tokens: chunks(tokens, clientsEach), connections: options.connections }
  for (const fleet of fleets) await measure(fleet, load, { warmupMs: firstWarmupMs, windowMs: 100 })
  const began = { at: performance.now(), othersMs: cpuMsOfMachine() - ownMs() }
  const samples: FleetSample[][] = []
  for (let round = 0; round < options.rounds; round++) {
    const ofRound: FleetSample[] = []
    for (const fleet of rotated(fleets, round)) {
      const kind = fleet.supervisor ? 'supervised' : 'each alone'
      scope.log(`round ${round + 1}/${options.rounds}, processes: ${fleet.serving.length}, ${kind}`)
      ofRound.push(await measure(fleet, load, { warmupMs, windowMs: options.seconds * 1000 }))
    }
    samples.push(ofRound)
  }
  const passedMs = (performance.now() - began.at) * availableParallelism()
  const others = (cpuMsOfMachine() - ownMs() - began.othersMs) / passedMs
  return {
    scenario: processes.name,
    about: processes.about,
    tables: [fleetTable(samples)],
    figures: fleetFigures(samples),
    remarks: [`other processes used ${Math.round(100 * Math.max(0, others))} % of the machine meanwhile`],
  }
}

type FleetLoad = {
  scope: RunScope
  /** The keys of each connection. */
  tokens: string[][]
  /** The number of connections per process. Requests that arrive together share their lookups of keys and limits. */
  connections: number
}

async function measure(
  { urls, serving, supervisor }: Servers,
  { scope, tokens, connections }: FleetLoad,
  timing: { warmupMs: number; windowMs: number },
): Promise<FleetSample> {
  const perUrl = (connections * serving.length) / urls.length
  const processesPerUrl = serving.length / urls.length
  const loads = await Promise.all(
    urls.map((url, place) => {
      const pids = serving.slice(place * processesPerUrl, (place + 1) * processesPerUrl)
      const mark = () => ({ serving: pids.map(cpuMsOf), supervisorMs: supervisor ? cpuMsOf(supervisor) : 0 })
      const target = { url: url + path, tokens: tokens.slice(place * perUrl, (place + 1) * perUrl) }
      return drive(scope, target, { ...timing, mark })
    }),
  )
  const requests = total(loads.map(({ latenciesMs }) => latenciesMs.length))
  return {
    processes: serving.length,
    requestsPerSecond: total(loads.map(({ latenciesMs, seconds }) => latenciesMs.length / seconds)),
    servingMs: loads.flatMap(({ before, after }) =>
      after.serving.map((ms, i) => (ms - (before.serving[i] ?? 0)) / requests),
    ),
    supervisorMs:
      supervisor &&
      total(loads.map(({ before, after }) => after.supervisorMs - before.supervisorMs)) / requests,
  }
}

async function startAlone(scope: RunScope, database: BenchDatabase): Promise<Servers> {
  const { url, pid } = await startAnden(scope, database, { ROLES: 'api' })
  return { urls: [url], serving: [pid], supervisor: null }
}

const together = (servers: readonly Servers[]): Servers => ({
  urls: servers.flatMap(({ urls }) => urls),
  serving: servers.flatMap(({ serving }) => serving),
  supervisor: null,
})

async function startSupervised(scope: RunScope, database: BenchDatabase, count: number): Promise<Servers> {
  const { url, pid } = await startAnden(scope, database, { ROLES: 'api', PROCESSES: String(count) })
  return { urls: [url], serving: childrenOf(pid), supervisor: pid }
}

const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
