// Webhooks: throughput compared with senders based on a job queue, latency, and how much hanging receivers slow down
// the others.
import { availableParallelism } from 'node:os'
import { staffScopes } from '@anden/contract'
import { issueStaffKey } from '../../../server/src/identity/issue-keys.ts'
import { startAnden } from '../anden.ts'
import { cpuMsOfFamily, cpuMsOfMachine } from '../cpu.ts'
import type { BenchDatabase } from '../database.ts'
import { andenContender, bullmqContender, pgBossContender } from '../deliveries/contenders.ts'
import { type Isolation, idleLatencies, loadedArrivals, measureIsolation } from '../deliveries/latency.ts'
import { startDeliveryWriter, startReceivers } from '../deliveries/processes.ts'
import { endpointsPerClient, seedDeliveries } from '../deliveries/seed.ts'
import { deliveryFigures, latencyTable, medianRate, throughputTable } from '../deliveries/tables.ts'
import { measureThroughput } from '../deliveries/throughput.ts'
import type { Options } from '../options.ts'
import type { RunScope } from '../run-scope.ts'
import type { CustomScenario, Report } from './scenario.ts'

const plan = {
  endpoints: 40,
  deliveries: 4_000,
  maxRounds: 5,
  idleWrites: 100,
  tickMs: 20,
  loadMs: 5_000,
  isolationPairs: 2,
  isolationMs: 3_000,
  /** A share of the throughput. At a higher load, a busy machine would hide the effect of hanging receivers. */
  isolationShare: 0.2,
}

export const deliveries: CustomScenario = {
  name: 'deliveries',
  about: `webhooks to ${plan.endpoints} endpoints`,
  run,
}

async function run(scope: RunScope, database: BenchDatabase, options: Options): Promise<Report> {
  const othersMs = () => cpuMsOfMachine() - cpuMsOfFamily(process.pid) - cpuMsOfFamily(database.postmasterPid)
  const start = { at: performance.now(), othersMs: othersMs() }
  const receivers = await startReceivers(scope, plan.endpoints)
  const endpoints = await seedDeliveries(database.db, receivers.urls)
  const clientIds = [...new Set(endpoints.map(({ clientId }) => clientId))]
  // The receivers listen on loopback.
  const anden = await startAnden(scope, database, { WEBHOOK_ALLOW_PRIVATE: 'true' })
  const contender = andenContender(database, anden.pid, endpoints)
  const baseline = await pgBossContender(scope, database, endpoints)
  const bullmq = await bullmqContender(scope, database, endpoints)
  const turns = await measureThroughput(
    scope,
    database,
    receivers,
    [contender, baseline, ...(bullmq ? [bullmq] : [])],
    { count: plan.deliveries, rounds: Math.min(options.rounds, plan.maxRounds) },
  )
  const rate = medianRate(turns.get(contender) ?? [])
  const writerAt = (share: number) => {
    const eventsPerTick = Math.max(1, Math.round((rate * share * plan.tickMs) / 1000 / endpointsPerClient))
    return startDeliveryWriter(scope, {
      databaseUrl: database.url,
      clientIds,
      eventsPerTick,
      tickMs: plan.tickMs,
    })
  }
  scope.log('latency, idle')
  const { token } = await issueStaffKey(database.db, { name: 'bench', scopes: staffScopes })
  const idle = await idleLatencies(scope, receivers, {
    url: anden.url,
    token,
    clientIds,
    writes: plan.idleWrites,
  })
  scope.log('latency under load')
  const half = await loadedArrivals(scope, receivers, await writerAt(0.5), plan.loadMs)
  const isolation: Isolation[] = await measureIsolation(scope, database, receivers, {
    writer: await writerAt(plan.isolationShare),
    pairs: plan.isolationPairs,
    phaseMs: plan.isolationMs,
  })
  const halfMs = half.arrivals.map(({ ms }) => ms)
  return {
    scenario: deliveries.name,
    about: deliveries.about,
    tables: [throughputTable(turns, contender, baseline), latencyTable({ idle, half: halfMs, isolation })],
    figures: deliveryFigures(turns, contender, baseline, { half: halfMs, isolation }),
    remarks: [
      `half load: ${Math.round((half.events * endpointsPerClient) / half.seconds)} deliveries/s were written`,
      `other processes used ${Math.round((100 * (othersMs() - start.othersMs)) / (performance.now() - start.at) / availableParallelism())} % of the machine meanwhile`,
    ],
  }
}
