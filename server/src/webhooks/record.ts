// Records the results of attempts, in batches. A result counts only under its own lease: it changes nothing once
// another worker has claimed the delivery. Endpoints are locked before deliveries, in id order, as everywhere.
import { setTimeout as sleep } from 'node:timers/promises'
import { fault, faultDetail } from '@anden/contract/values'
import type { Db } from '../db/database.ts'
import type { Transaction } from '../db/transaction.ts'
import type { WebhookPolicy } from '../deps.ts'
import { requireClient } from '../identity/clients.ts'
import { enqueue } from '../mail/queue.ts'
import { pausedEndpointMail } from '../mail/texts.ts'
import { announceDeliveries } from './hand-over.ts'
import { retryMissed, stopPending } from './queries.ts'
import {
  type AttemptRow,
  lockHealth,
  type SettledDelivery,
  settleDeliveries,
  updateHealth,
} from './result-queries.ts'
import type { Outcome } from './send.ts'
import { resumeEndpoint } from './trials.ts'

export type AttemptResult = Outcome & {
  deliveryId: string
  endpointId: string
  lease: string
  /** Of a paused endpoint, to see whether it works again. */
  isTrial?: boolean
  /** Attempts before this one. */
  attempts: number
  /** By performance.now(). */
  finishedAt: number
}

export type PausedEndpoint = {
  id: string
  client_id: string
  url: string
  reason: string
  auto_resume: boolean
}
export type OnPaused = (tx: Transaction, paused: readonly PausedEndpoint[]) => Promise<void>

const unknownFailure = { error: faultDetail(fault('unknown')), failure: fault('unknown') }

/** If a response text cannot be stored, that result is recorded without it; the rest of the batch is unaffected. */
export async function recordResults(
  db: Db,
  results: readonly AttemptResult[],
  policy: WebhookPolicy,
  onPaused: OnPaused,
): Promise<PausedEndpoint[]> {
  const record = (batch: readonly AttemptResult[]) =>
    db.transaction(async (tx) => {
      const paused = await recordBatch(tx, batch, policy)
      if (paused.length > 0) await onPaused(tx, paused)
      return paused
    })
  const recordOne = async (result: AttemptResult) => {
    try {
      return await record([result])
    } catch (error) {
      if (!isDataError(error)) throw error
      return record([{ ...result, ...(result.succeeded ? {} : unknownFailure), excerpt: null }])
    }
  }
  try {
    // What an endpoint has missed can be much: others do not wait for it.
    const trials = results.filter(({ isTrial }) => isTrial)
    for (const trial of trials) await recordOne(trial)
    const others = results.filter(({ isTrial }) => !isTrial)
    return others.length > 0 ? await record(others) : []
  } catch (error) {
    if (!isDataError(error)) throw error
    const paused: PausedEndpoint[] = []
    for (const result of results) paused.push(...(await recordOne(result)))
    return paused
  }
}

/** A value that does not fit its column, or violates a constraint: a retry would fail again. */
function isDataError(error: unknown): boolean {
  return /^2[23]/.test(String((error as { code?: unknown } | null)?.code))
}

export async function recordBatch(
  tx: Transaction,
  results: readonly AttemptResult[],
  policy: WebhookPolicy,
): Promise<PausedEndpoint[]> {
  const endpoints = await tx.rows(lockHealth([...new Set(results.map((result) => result.endpointId))].sort()))
  const rows = results.map((result) => attemptRow(result, policy))
  const settled = await tx.rows(settleDeliveries(rows))
  const byEndpoint = Map.groupBy(countedResults(results, settled), (result) => result.endpointId)
  const healths = endpoints.map((endpoint) => {
    const own = byEndpoint.get(endpoint.id) ?? []
    const failed = own.findLast((result) => !result.succeeded)
    return {
      ...endpoint,
      ...healthAfter(endpoint, own, policy.pauseAfter),
      succeeded: own.some((result) => result.succeeded),
      reason: failed ? (failed.error ?? unknownFailure.error) : null,
      failure: failed?.failure ?? null,
    }
  })
  await tx.run(updateHealth(healths.filter((health) => health.succeeded || health.reason !== null)))
  const paused = healths.flatMap(({ justPaused, reason, ...endpoint }) =>
    justPaused ? [{ ...endpoint, reason: reason ?? unknownFailure.error }] : [],
  )
  if (paused.length > 0) await tx.run(stopPending(paused.map((endpoint) => endpoint.id)))
  for (const [id, own] of byEndpoint) {
    if (own.some(({ isTrial, succeeded }) => isTrial && succeeded)) await resume(tx, id)
  }
  return paused
}

async function resume(tx: Transaction, endpointId: string) {
  if (!(await tx.maybeOne(resumeEndpoint(endpointId)))) return
  const missed = { endpointId, status: 'failed', eventType: null, since: null, until: null } as const
  if ((await tx.run(retryMissed(missed))) > 0) announceDeliveries(tx)
}

function attemptRow(result: AttemptResult, policy: WebhookPolicy): AttemptRow {
  const wait = result.succeeded ? null : waitAfter(result.attempts + 1, policy.retryScheduleSeconds)
  return { ...result, waitSeconds: wait, agoMs: performance.now() - result.finishedAt }
}

/** In completion order. A delivery can have two results, one of them under an expired lease, which does not count. */
function countedResults(results: readonly AttemptResult[], settled: readonly SettledDelivery[]) {
  const ours = new Set(settled.map(({ id, lease }) => `${id} ${lease}`))
  return results
    .filter(({ deliveryId, lease }) => ours.has(`${deliveryId} ${lease}`))
    .sort((a, b) => a.finishedAt - b.finishedAt)
}

// The retry schedule. Each wait counts from the end of the previous attempt.

/** Seconds until the next attempt after this many; null: no more attempts. */
function waitAfter(attempts: number, scheduleSeconds: readonly number[]): number | null {
  return scheduleSeconds[attempts] ?? null
}

export function firstWait(scheduleSeconds: readonly number[]): number {
  return scheduleSeconds[0] ?? 0
}

// An endpoint's health: consecutive failed attempts over all its deliveries, and the pause that they lead to.

export type EndpointHealth = { status: 'active' | 'paused'; consecutive_failures: number }
type Result = { succeeded: boolean }

/** Results in completion order. Once paused, the counter no longer changes. */
function healthAfter(
  before: EndpointHealth,
  results: readonly Result[],
  pauseAfter: number,
): EndpointHealth & { justPaused: boolean } {
  let { status, consecutive_failures } = before
  for (const { succeeded } of results) {
    if (status === 'paused') break
    consecutive_failures = succeeded ? 0 : consecutive_failures + 1
    if (consecutive_failures >= pauseAfter) status = 'paused'
  }
  return { status, consecutive_failures, justPaused: before.status === 'active' && status === 'paused' }
}

// Collects results and records them in batches: immediately from a hundred on, otherwise after a few milliseconds.
// Results that arrive during a write form the next batch, which grows with the load: a transaction costs the same six
// round trips for one result as for five hundred. While the database is unreachable, results are kept and the write is
// retried. If the lease expires before that succeeds, another worker sends the delivery again.
const policy = { flushAt: 100, maxBatch: 500, batchDelayMs: 4, retryMs: 250, maxTriesWhenClosing: 4 }

export type ResultBuffer = {
  add(result: AttemptResult): void
  /** true: everything that was added is recorded. */
  isIdle(): boolean
  close(): Promise<void>
}

export function createResultBuffer(
  write: (batch: readonly AttemptResult[]) => Promise<void>,
  onError: (error: unknown, count: number) => void,
): ResultBuffer {
  let waiting: AttemptResult[] = []
  let flushing: Promise<void> | null = null
  let closing = false
  let timer: NodeJS.Timeout | null = null

  async function flush(): Promise<void> {
    let tries = 0
    while (waiting.length > 0) {
      const batch = waiting.slice(0, policy.maxBatch)
      try {
        await write(batch)
        waiting = waiting.slice(batch.length)
        tries = 0
      } catch (error) {
        onError(error, waiting.length)
        tries += 1
        if (closing && tries >= policy.maxTriesWhenClosing) return
        await sleep(policy.retryMs)
      }
    }
  }

  function startFlush() {
    if (timer) clearTimeout(timer)
    timer = null
    flushing ??= flush().finally(() => {
      flushing = null
      if (waiting.length > 0 && !closing) schedule()
    })
  }

  function schedule() {
    if (waiting.length >= policy.flushAt) startFlush()
    else timer ??= setTimeout(startFlush, policy.batchDelayMs)
  }

  return {
    add(result) {
      waiting.push(result)
      if (!flushing) schedule()
    },
    isIdle: () => waiting.length === 0 && flushing === null,
    async close() {
      closing = true
      startFlush()
      await flushing
    },
  }
}

/** How long events and their deliveries are kept; jobs/retention.ts deletes them. */
export const keptDays = 90

/** One mail per pause: the transaction that changes the endpoint from active to paused also queues it. */
export function notifyOwners({ pauseAfter, timeoutMs, retryScheduleSeconds }: WebhookPolicy) {
  const figures = {
    failures: pauseAfter,
    timeoutSeconds: timeoutMs / 1000,
    attempts: retryScheduleSeconds.length,
    keptDays,
  }
  return async (tx: Transaction, paused: readonly PausedEndpoint[]): Promise<void> => {
    for (const { id, client_id, url, reason, auto_resume } of paused) {
      const { email, name } = await requireClient(tx, client_id)
      const notice = {
        to: email,
        aboutClient: client_id,
        clientName: name,
        endpointId: id,
        url,
        reason,
        autoResume: auto_resume,
        ...figures,
      }
      await enqueue(tx, 'mail', pausedEndpointMail(notice))
    }
  }
}
