// Enqueues background jobs in the transaction that needs them: a job exists only if that transaction commits.

import { sql } from '../db/sql.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Mail } from './transport.ts'

export type Jobs = {
  mail: Mail
  /** A link to set a password, by its id: the queue has no token. */
  'sign-in-link': { link_id: string; kind: 'invitation' | 'reset'; base_url: string }
  /** A remito to its recipient, by its id: the queue has neither its link nor its PDF. */
  remito: { remito_id: string; to: string }
  /** A request by anyone: there may be no such user. */
  'password-reset': { email: string; base_url: string }
  /** The steps of a simulated order that are due. */
  simulate: { client_id: string; order_id: string }
  /** The rest of a reset. */
  'reset-sandbox': { client_id: string }
}

export async function enqueue<Name extends keyof Jobs>(tx: Transaction, name: Name, payload: Jobs[Name]) {
  await tx.rows(sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json)`)
}

/** In so many seconds. A job with the same key that has not started is replaced. */
export async function enqueueLater<Name extends keyof Jobs>(
  tx: Transaction,
  name: Name,
  payload: Jobs[Name],
  { seconds, key }: { seconds: number; key: string },
) {
  await tx.rows(sql`
    select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json, job_key := ${key},
      run_at := clock_timestamp() + ${seconds}::float8 * interval '1 second')`)
}
