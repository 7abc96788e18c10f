// How the baseline senders process a job: sign it, POST it with fetch, and record the result.
import { createHmac } from 'node:crypto'
import pg from 'pg'
import type { Job } from './processes.ts'

export function createJobSender(databaseUrl: string) {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 20, keepAlive: true })
  return {
    async pending(): Promise<Job[]> {
      const { rows } = await pool.query<Job>(
        `select id, event_id, url, secret, body from baseline.deliveries where status = 'pending' order by id`,
      )
      return rows
    },
    async send({ id, event_id, url, secret, body }: Job): Promise<void> {
      const startedAt = performance.now()
      const seconds = Math.floor(Date.now() / 1000)
      const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'Service-Event-Id': event_id,
          'Service-Delivery-Id': id,
          'Service-Signature': `t=${seconds},v1=${signature}`,
        },
        body,
        signal: AbortSignal.timeout(10_000),
      })
      await response.text()
      await pool.query({
        name: 'settle',
        text: `update baseline.deliveries
          set status = $2, attempts = attempts + 1, response_status = $3, duration_ms = $4, delivered_at = now()
          where id = $1`,
        values: [
          id,
          response.ok ? 'succeeded' : 'failed',
          response.status,
          Math.round(performance.now() - startedAt),
        ],
      })
    },
  }
}
