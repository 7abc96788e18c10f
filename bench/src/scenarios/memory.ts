// The memory of one process with API and worker, under a mixed load: pages of stock, payments, orders and webhooks.
import { readFileSync } from 'node:fs'
import { startAnden } from '../anden.ts'
import type { BenchDatabase } from '../database.ts'
import { startReceivers } from '../deliveries/processes.ts'
import { seedDeliveries } from '../deliveries/seed.ts'
import type { Figure } from '../figures.ts'
import { chunks, drive } from '../load.ts'
import type { Options } from '../options.ts'
import type { RunScope } from '../run-scope.ts'
import { estimate, median } from '../statistics.ts'
import { seedWriters, writeKinds } from '../writes/seed.ts'
import type { CustomScenario, Report } from './scenario.ts'

const plan = {
  clients: 128,
  endpoints: 16,
  warmupMs: 5_000,
  sampleEveryMs: 500,
  /** Connections of each kind of load. */
  readers: 32,
  writers: 8,
  maxMb: 250,
  maxGrowth: 1.1,
}

export const memory: CustomScenario = {
  name: 'memory',
  about: 'resident memory of one process under a mixed load',
  run,
}

async function run(scope: RunScope, database: BenchDatabase, { minutes }: Options): Promise<Report> {
  scope.log('seeding the database')
  const seeded = await seedWriters(database.db, plan.clients)
  const receivers = await startReceivers(scope, plan.endpoints)
  const endpoints = await seedDeliveries(database.db, receivers.urls)
  const anden = await startAnden(scope, database, { WEBHOOK_ALLOW_PRIVATE: 'true' })
  const [payments, orders] = writeKinds(seeded)
  if (!payments || !orders) throw new Error('no writes')
  const subscribed = [...new Set(endpoints.map(({ clientId }) => clientId))]
  const tokens = seeded.writers.map(({ token }) => token)
  const spread = (all: string[], connections: number) => chunks(all, Math.ceil(all.length / connections))
  const targets = [
    { url: `${anden.url}/api/v1/portal/stock?limit=50`, tokens: spread(tokens, plan.readers) },
    {
      url: anden.url + payments.path,
      tokens: spread(payments.tokens, plan.writers),
      bodiesOf: (_: string, connection: number) => [paymentTo(subscribed[connection % subscribed.length])],
    },
    { url: anden.url + orders.path, tokens: spread(tokens, plan.writers), bodiesOf: orders.bodiesOf },
  ]
  const windowMs = minutes * 60_000
  scope.log(`${minutes} min of load`)
  const samples: number[] = []
  const timing = { warmupMs: plan.warmupMs, windowMs, mark: () => null }
  const sampling = setInterval(() => samples.push(residentMb(anden.pid)), plan.sampleEveryMs)
  const loads = await Promise.all(targets.map((target) => drive(scope, target, timing))).finally(() =>
    clearInterval(sampling),
  )
  const requests = loads.reduce((sum, { latenciesMs }) => sum + latenciesMs.length, 0)
  // Excludes the warm-up.
  const measured = samples.slice(Math.ceil(plan.warmupMs / plan.sampleEveryMs))
  return {
    scenario: memory.name,
    about: memory.about,
    tables: [
      {
        columns: ['minutes', 'requests', 'MB after the warm-up', 'MB at the end', 'most MB'],
        rows: [
          [
            String(minutes),
            String(requests),
            (measured[0] ?? Number.NaN).toFixed(0),
            (measured.at(-1) ?? Number.NaN).toFixed(0),
            Math.max(...measured).toFixed(0),
          ],
        ],
      },
    ],
    figures: figuresOf(measured),
    remarks: [],
  }
}

/** Growth compares the last quarter with the second, because caches are still being filled in the first. */
function figuresOf(samples: readonly number[]): Figure[] {
  const quarter = Math.floor(samples.length / 4)
  const second = median(samples.slice(quarter, 2 * quarter))
  const most = Math.max(...samples)
  const growth = estimate(samples.slice(-quarter), (drawn) => median(drawn) / second)
  return [
    {
      name: 'memory: most',
      comparedTo: null,
      unit: 'MB',
      goal: { atMost: plan.maxMb },
      value: most,
      low: most,
      high: most,
    },
    {
      name: 'memory: last quarter',
      comparedTo: 'the second quarter',
      unit: '×',
      goal: { atMost: plan.maxGrowth },
      ...growth,
    },
  ]
}

const paymentTo = (clientId = '') =>
  JSON.stringify({ client_id: clientId, amount: 1821.5, payment_method: 'transferencia' })

/** Works only on Linux. */
function residentMb(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'latin1')) ?? []
  return Number(kilobytes) / 1024
}
