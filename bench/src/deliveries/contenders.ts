// The senders to compare. Each one enqueues deliveries, releases them all at once, and is done when PostgreSQL has all
// results.

import { createLog } from '../../../server/src/app/log.ts'
import { sql } from '../../../server/src/db/sql.ts'
import { publish } from '../../../server/src/events/publish.ts'
import { notifyOthers, onDueDeliveries } from '../../../server/src/webhooks/hand-over.ts'
import type { BenchDatabase } from '../database.ts'
import type { RunScope } from '../run-scope.ts'
import { startRedis, startSender } from './processes.ts'
import { type Endpoint, endpointsPerClient, payments, refillBaseline } from './seed.ts'

export type Contender = {
  name: string
  /** The processes of the sender, whose CPU time is measured. PostgreSQL is not among them. */
  pids: readonly number[]
  /** Resolves as soon as the deliveries are released. */
  release(count: number): Promise<void>
  isDone(): Promise<boolean>
}

const concurrency = 64

export function andenContender(
  { db }: BenchDatabase,
  pid: number,
  endpoints: readonly Endpoint[],
): Contender {
  const clientIds = [...new Set(endpoints.map(({ clientId }) => clientId))]
  onDueDeliveries(db, notifyOthers({ db, log: createLog('silent', process.stderr) }))
  return {
    name: 'Andén',
    pids: [pid],
    release: (count) =>
      db.transaction(async (tx) => publish(tx, payments(clientIds, count / endpointsPerClient))),
    async isDone() {
      const { pending } = await db.one(sql<{ pending: boolean }>`
        select exists (select from deliveries where status = 'pending') as pending`)
      return !pending
    },
  }
}

export async function pgBossContender(
  scope: RunScope,
  database: BenchDatabase,
  endpoints: readonly Endpoint[],
) {
  const setup = { databaseUrl: database.url, redisPort: null, concurrency }
  const { pid, ...sender } = await startSender(scope, 'pg-boss', setup)
  return queueContender(database, endpoints, { name: 'pg-boss + fetch', pids: [pid], ...sender })
}

export async function bullmqContender(
  scope: RunScope,
  database: BenchDatabase,
  endpoints: readonly Endpoint[],
) {
  const redis = await startRedis(scope)
  if (!redis) return undefined
  const setup = { databaseUrl: database.url, redisPort: redis.port, concurrency }
  const { pid, ...sender } = await startSender(scope, 'bullmq', setup)
  return queueContender(database, endpoints, { name: 'BullMQ + fetch', pids: [pid, redis.pid], ...sender })
}

type QueueSender = {
  name: string
  pids: readonly number[]
  fill(): Promise<unknown>
  go(): Promise<unknown>
}

function queueContender(
  { db }: BenchDatabase,
  endpoints: readonly Endpoint[],
  { name, pids, fill, go }: QueueSender,
): Contender {
  return {
    name,
    pids,
    async release(count) {
      await refillBaseline(db, endpoints, count)
      await fill()
      await go()
    },
    async isDone() {
      const { pending } = await db.one(sql<{ pending: boolean }>`
        select exists (select from baseline.deliveries where status = 'pending') as pending`)
      return !pending
    },
  }
}
