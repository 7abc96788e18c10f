// One process of Andén beside several under a supervisor. The machine of a run has rarely enough cores to saturate all of them
// next to the load generator and PostgreSQL, so the capacity is derived from what can be measured on any: the CPU time per
// request, how evenly it is shared, and what the supervisor uses of its own core.
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { startAnden } from '../anden.ts'
import { chunks } from '../chunks.ts'
import { cpuMsOf, cpuMsOfFamily, cpuMsOfMachine } from '../cpu.ts'
import type { BenchDatabase } from '../database.ts'
import { drive } from '../load.ts'
import type { Options } from '../options.ts'
import { type FleetSample, fleetFigures, fleetTable } from '../processes/figures.ts'
import { seedStock } from '../read-stock/seed.ts'
import { rotated } from '../rotation.ts'
import type { RunScope } from '../run-scope.ts'
import type { CustomScenario, Report } from './custom-scenario.ts'

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

type Server = { count: number; url: string; serving: number[]; supervisor: number | null }

async function run(scope: RunScope, database: BenchDatabase, options: Options): Promise<Report> {
  scope.log('seeding the database')
  const mostConnections = options.connections * Math.max(...counts)
  const clientsEach = Math.ceil(minClients / mostConnections)
  const { tokens } = await seedStock(database.db, mostConnections * clientsEach, pageSize)
  const servers: Server[] = []
  for (const count of counts) servers.push(await start(scope, database, count))

  const families = [
    process.pid,
    database.postmasterPid,
    ...servers.flatMap(({ supervisor }) => supervisor ?? []),
  ]
  // The servers are children of this process. What a supervisor has started is one generation further.
  const ownMs = () =>
    families.reduce((sum, pid) => sum + cpuMsOfFamily(pid), 0) -
    servers.reduce((sum, { supervisor }) => sum + (supervisor ? cpuMsOf(supervisor) : 0), 0)
  const measure = async (server: Server, timing: { warmupMs: number; windowMs: number }) => {
    const mark = () => ({ serving: server.serving.map(cpuMsOf), supervisor: cpuMsOf(server.supervisor ?? 0) })
    // As many connections for each process: requests that arrive together share their lookups of keys and limits.
    const connections = options.connections * server.count
    const target = { url: server.url + path, tokens: chunks(tokens, clientsEach).slice(0, connections) }
    const { before, after, seconds, latenciesMs } = await drive(scope, target, { ...timing, mark })
    const requests = latenciesMs.length
    return {
      processes: server.count,
      requestsPerSecond: requests / seconds,
      servingMs: after.serving.map((ms, i) => (ms - (before.serving[i] ?? 0)) / requests),
      supervisorMs: server.supervisor ? (after.supervisor - before.supervisor) / requests : 0,
    }
  }

  for (const server of servers) await measure(server, { warmupMs: firstWarmupMs, windowMs: 100 })
  const began = { at: performance.now(), othersMs: cpuMsOfMachine() - ownMs() }
  const samples: FleetSample[][] = []
  for (let round = 0; round < options.rounds; round++) {
    const ofRound: FleetSample[] = []
    for (const server of rotated(servers, round)) {
      scope.log(`round ${round + 1}/${options.rounds}, processes: ${server.count}`)
      ofRound.push(await measure(server, { warmupMs, windowMs: options.seconds * 1000 }))
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

async function start(scope: RunScope, database: BenchDatabase, count: number): Promise<Server> {
  const { url, pid } = await startAnden(scope, database, { ROLES: 'api', PROCESSES: String(count) })
  return count === 1
    ? { count, url, serving: [pid], supervisor: null }
    : { count, url, serving: childrenOf(pid), supervisor: pid }
}

const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
