import { Counter, Gauge, Histogram } from 'prom-client'
import { isLive, live } from '../db/environment.ts'
import type { Queryable } from '../db/queryable.ts'
import { sql } from '../db/sql.ts'
import { registry } from '../metrics.ts'
import type { Outcome } from './send.ts'

const attempts = new Counter({
  name: 'anden_webhook_attempts_total',
  help: 'Delivery attempts by outcome',
  labelNames: ['outcome'] as const,
  registers: [registry],
})
const seconds = new Histogram({
  name: 'anden_webhook_attempt_seconds',
  help: 'Duration of delivery attempts',
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers: [registry],
})
const notSent = new Counter({
  name: 'anden_webhook_not_sent_total',
  help: 'Deliveries postponed by a fault of the service: an unreadable secret or an exception',
  labelNames: ['reason'] as const,
  registers: [registry],
})
const backlog = new Gauge({
  name: 'anden_webhook_backlog',
  help: 'Deliveries that are due and not sent yet',
  aggregator: 'first',
  registers: [registry],
})
const oldestDue = new Gauge({
  name: 'anden_webhook_oldest_due_seconds',
  help: 'Age of the oldest due delivery',
  aggregator: 'first',
  registers: [registry],
})

export const deliveryMetrics = {
  notSent(reason: 'unreadable' | 'exception') {
    notSent.inc({ reason: reason === 'unreadable' ? 'unreadable_secret' : reason })
  },
  /** What a client tries out in its sandbox says nothing about how the deliveries of the clients go. */
  observe(clientId: string, { succeeded, durationMs }: Outcome) {
    if (!isLive(clientId)) return
    attempts.inc({ outcome: succeeded ? 'succeeded' : 'failed' })
    seconds.observe(durationMs / 1000)
  },
}

/** Without the sandboxes. Queried at each scrape; the count stops at 100,000. */
export async function measureBacklog(db: Queryable): Promise<void> {
  const { count, oldest } = await db.one(
    sql<{ count: number; oldest: number }>`
      select count(*) as count, coalesce(extract(epoch from now() - min(next_attempt_at)), 0)::float8 as oldest
      from (select next_attempt_at from deliveries
        where status = 'pending' and next_attempt_at <= now()
          and endpoint_id in (select id from webhook_endpoints where ${live()})
        limit 100000) as due`,
  )
  backlog.set(count)
  oldestDue.set(Math.max(0, oldest))
}
