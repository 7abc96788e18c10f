// The delivering worker. Woken after a commit, it claims, sends outside any transaction, and records in
// batches; a poll once a second is the net below, for what came due by the clock or from another process.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Transaction } from '../db/pool.ts'
import type { Deps } from '../deps.ts'
import { type Claimed, claimDue, failUnsent } from './claim.ts'
import { deliveryMetrics } from './metrics.ts'
import { type AttemptResult, type PausedEndpoint, recordResults } from './record.ts'
import { deliveryRequest } from './request.ts'
import { firstWait } from './schedule.ts'
import { secretBox } from './secret-box.ts'
import type { Sender } from './send.ts'

const policy = {
  pollMs: 1_000,
  leaseMarginMs: 20_000,
  /** One endpoint may take up this share of the hands. */
  endpointShare: 0.1,
  recordBatch: 100,
  recordEveryMs: 5,
  retryRecordMs: 250,
}

export type Worker = {
  wake(): void
  stop(): Promise<void>
  /** Until nothing is due, in hand or unrecorded. */
  settled(): Promise<void>
}

type OnPaused = (tx: Transaction, paused: readonly PausedEndpoint[]) => Promise<void>

export function startWorker(deps: Deps, sender: Sender, onPaused: OnPaused): Worker {
  const { db, clock, log, webhooks } = deps
  const box = secretBox(deps.secrets.keyFor('webhook'))
  const capPerEndpoint = Math.max(1, Math.ceil(webhooks.concurrency * policy.endpointShare))
  const busy = new Map<string, number>()
  let results: AttemptResult[] = []
  let inHand = 0
  let stopping = false
  let awake = true
  let rouse: () => void = () => {}

  const shiftMs = () => (clock === Date.now ? 0 : clock() - Date.now())
  const wake = () => {
    awake = true
    rouse()
  }

  async function claimSome(): Promise<number> {
    const free = webhooks.concurrency - inHand
    if (free <= 0) return 0
    const lease = randomUUID()
    const claimed = await db.rows(
      claimDue({
        lease,
        leaseMs: webhooks.timeoutMs + policy.leaseMarginMs,
        free,
        capPerEndpoint,
        busy,
        firstWaitSeconds: firstWait(webhooks.retryScheduleSeconds),
        shiftMs: shiftMs(),
      }),
    )
    const unsent = claimed.filter((delivery) => !delivery.active)
    if (unsent.length > 0)
      await db.run(
        failUnsent(
          unsent.map(({ id }) => id),
          lease,
        ),
      )
    for (const delivery of claimed) if (delivery.active) void attempt(delivery, lease)
    return claimed.length
  }

  async function attempt(delivery: Claimed, lease: string): Promise<void> {
    inHand += 1
    busy.set(delivery.endpoint_id, (busy.get(delivery.endpoint_id) ?? 0) + 1)
    const outcome = await sender.send(requestFor(delivery))
    results.push({
      deliveryId: delivery.id,
      endpointId: delivery.endpoint_id,
      lease,
      attempts: delivery.attempts,
      ...outcome,
      finishedAt: performance.now(),
    })
    release(delivery.endpoint_id)
    deliveryMetrics.observe(outcome)
    log.info(
      {
        delivery_id: delivery.id,
        endpoint_id: delivery.endpoint_id,
        event_id: delivery.event_id,
        event_type: delivery.event_type,
        attempt: delivery.attempts + 1,
        status: outcome.responseStatus,
        duration_ms: outcome.durationMs,
        error: outcome.error,
      },
      outcome.succeeded ? 'delivered' : 'delivery failed',
    )
  }

  function release(endpointId: string) {
    inHand -= 1
    const left = (busy.get(endpointId) ?? 1) - 1
    if (left === 0) busy.delete(endpointId)
    else busy.set(endpointId, left)
    wake()
  }

  function requestFor(delivery: Claimed) {
    const { endpoint_id: id, url, secret, previous_secret } = delivery
    return deliveryRequest(
      box,
      { id, url, secret, previous_secret },
      {
        envelopeId: `evt_${delivery.event_id}`,
        type: delivery.event_type,
        deliveryId: delivery.id,
        attempt: delivery.attempts + 1,
        body: delivery.body,
        unixSeconds: Math.floor(clock() / 1000),
      },
    )
  }

  let recording: Promise<void> | null = null
  async function recordAll(): Promise<void> {
    while (results.length > 0) {
      const batch = results.splice(0, policy.recordBatch)
      try {
        const paused = await recordResults(db, batch, webhooks, shiftMs(), onPaused)
        for (const { id, reason } of paused) log.warn({ endpoint_id: id, reason }, 'endpoint paused')
      } catch (err) {
        log.warn({ err, results: batch.length }, 'could not record deliveries; trying again')
        results = [...batch, ...results]
        if (stopping) return
        await sleep(policy.retryRecordMs)
      }
    }
  }
  function record(): Promise<void> {
    recording ??= recordAll().finally(() => {
      recording = null
    })
    return recording
  }

  async function claimLoop(): Promise<void> {
    while (!stopping) {
      awake = false
      try {
        const claimed = await claimSome()
        if (claimed > 0 && inHand < webhooks.concurrency) continue
      } catch (err) {
        log.warn({ err }, 'could not claim deliveries; trying again')
        await nap()
        continue
      }
      if (!awake) await nap()
    }
  }

  function nap(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, policy.pollMs)
      rouse = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  async function recordLoop(): Promise<void> {
    while (!stopping || inHand > 0 || results.length > 0) {
      if (results.length > 0) await record()
      else await sleep(policy.recordEveryMs)
      if (stopping && inHand === 0 && results.length === 0) break
    }
  }

  const loops = Promise.all([claimLoop(), recordLoop()])
  return {
    wake,
    async stop() {
      stopping = true
      wake()
      await loops
    },
    async settled() {
      for (;;) {
        if (inHand === 0 && results.length === 0 && recording === null) {
          if ((await claimSome()) === 0 && inHand === 0) return
        }
        await sleep(2)
      }
    },
  }
}
