// Writes down what came of attempts, in batches. A result counts only under its own lease: one that comes
// after somebody else has taken the delivery over changes nothing. Endpoints are locked before deliveries,
// in the order of their ids, as everywhere.
import type { WebhookPolicy } from '../app/deps.ts'
import type { Db, Transaction } from '../db/pool.ts'
import { healthAfter } from './health.ts'
import { stopPending } from './queries.ts'
import {
  lockHealth,
  type Recordable,
  type SettledDelivery,
  settleDeliveries,
  updateHealth,
} from './record-queries.ts'
import { waitAfter } from './schedule.ts'

export type AttemptResult = {
  deliveryId: string
  endpointId: string
  lease: string
  /** Attempts before this one. */
  attempts: number
  succeeded: boolean
  responseStatus: number | null
  durationMs: number
  error: string | null
  excerpt: string | null
  /** By performance.now(). */
  finishedAt: number
}

export type PausedEndpoint = { id: string; client_id: string; url: string; reason: string }
type OnPaused = (tx: Transaction, paused: readonly PausedEndpoint[]) => Promise<void>

/** An answer that cannot be stored costs its own text, and nothing of those beside it. */
export async function recordResults(
  db: Db,
  results: readonly AttemptResult[],
  policy: WebhookPolicy,
  onPaused: OnPaused,
): Promise<PausedEndpoint[]> {
  const record = (batch: readonly AttemptResult[]) =>
    db.transaction(async (tx) => {
      const paused = await recordIn(tx, batch, policy)
      if (paused.length > 0) await onPaused(tx, paused)
      return paused
    })
  const orElse = (otherwise: () => Promise<PausedEndpoint[]>) => (error: unknown) => {
    if (!isAboutData(error)) throw error
    return otherwise()
  }
  return record(results).catch(
    orElse(async () => {
      const paused: PausedEndpoint[] = []
      for (const one of results) {
        const withoutText = { ...one, error: one.error && 'unknown', excerpt: null }
        paused.push(...(await record([one]).catch(orElse(() => record([withoutText])))))
      }
      return paused
    }),
  )
}

/** A value that does not fit its column, or breaks a constraint: trying again would not help. */
function isAboutData(error: unknown): boolean {
  return /^2[23]/.test(String((error as { code?: unknown } | null)?.code))
}

export async function recordIn(
  tx: Transaction,
  results: readonly AttemptResult[],
  policy: WebhookPolicy,
): Promise<PausedEndpoint[]> {
  const endpoints = await tx.rows(lockHealth([...new Set(results.map((one) => one.endpointId))].sort()))
  const rows = results.map((result) => recordable(result, policy))
  const settled = await tx.rows(settleDeliveries(rows))
  const counted = Map.groupBy(inOrder(results, settled), (one) => one.endpointId)
  const healths = endpoints.map((endpoint) => {
    const own = counted.get(endpoint.id) ?? []
    const failure = own.findLast((one) => !one.succeeded)
    return {
      ...endpoint,
      ...healthAfter(endpoint, own, policy.pauseAfter),
      succeeded: own.some((one) => one.succeeded),
      reason: failure ? (failure.error ?? 'unknown') : null,
    }
  })
  await tx.run(updateHealth(healths.filter((health) => health.succeeded || health.reason !== null)))
  const paused = healths.flatMap(({ pausedNow, reason, ...endpoint }) =>
    pausedNow ? [{ ...endpoint, reason: reason ?? 'unknown' }] : [],
  )
  if (paused.length > 0) await tx.run(stopPending(paused.map((endpoint) => endpoint.id)))
  return paused
}

function recordable(result: AttemptResult, policy: WebhookPolicy): Recordable {
  const wait = result.succeeded ? null : waitAfter(result.attempts + 1, policy.retryScheduleSeconds)
  return { ...result, waitSeconds: wait, agoMs: performance.now() - result.finishedAt }
}

/** A delivery can be among the results twice, once under a lease that ran out: only the other one counts. */
function inOrder(results: readonly AttemptResult[], settled: readonly SettledDelivery[]) {
  const ours = new Set(settled.map(({ id, lease }) => `${id} ${lease}`))
  return results
    .filter((one) => ours.has(`${one.deliveryId} ${one.lease}`))
    .sort((a, b) => a.finishedAt - b.finishedAt)
}
