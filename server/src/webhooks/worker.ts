// The delivery worker. Woken after a commit, it claims due deliveries, sends them outside any transaction, and
// buffers the results. A poll once a second picks up retries and missed wake-ups.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '../app/deps.ts'
import { type Claimed, claimDue, failUnsent, releaseClaims } from './claim.ts'
import { trackInternalFaults } from './internal-faults.ts'
import { keyRing } from './key-ring.ts'
import { deliveryMetrics } from './metrics.ts'
import { type OnPaused, recordResults } from './record.ts'
import { deliveryRequest } from './request.ts'
import { createResultBuffer } from './result-buffer.ts'
import { firstWait } from './schedule.ts'
import type { DeliveryRequest, Outcome, Sender } from './send.ts'
import { createSlots } from './slots.ts'

const policy = {
  pollMs: 1_000,
  /** Slots free up one by one. A claim for each would cost more than waiting for a few. */
  claimDelayMs: 4,
  leaseMarginMs: 20_000,
  /**
   * The share of the free slots that one endpoint may occupy, and that one claim may fill. A hanging receiver
   * slows nobody else down, and fifty of them together still leave slots free.
   */
  endpointShare: 0.1,
  claimShare: 0.5,
}

export type Worker = {
  wake(): void
  stop(): Promise<void>
  /** Resolves when nothing is due, in flight or unrecorded. */
  settled(): Promise<void>
}

export function startWorker(deps: Deps, sender: Sender, onPaused: OnPaused): Worker {
  const { db, clock, log, webhooks } = deps
  const ring = keyRing(deps.secrets)
  const faults = trackInternalFaults(deps)
  deps.readinessChecks.push(faults.current)
  const slots = createSlots(webhooks.concurrency)
  const marginMs = webhooks.leaseMarginMs ?? policy.leaseMarginMs
  let stopping = false
  let wakeRequested = false
  let endWait: () => void = () => {}

  const results = createResultBuffer(
    async (batch) => {
      const paused = await recordResults(db, batch, webhooks, onPaused)
      for (const { id, reason } of paused) log.warn({ endpoint_id: id, reason }, 'endpoint paused')
    },
    (err, count) => log.warn({ err, count }, 'could not record delivery results; retrying'),
  )

  async function claimBatch(): Promise<number> {
    const free = slots.free()
    if (free <= 0) return 0
    const lease = randomUUID()
    const askedAt = performance.now()
    const claimed = await db.rows(
      claimDue({
        lease,
        leaseMs: webhooks.timeoutMs + marginMs,
        count: Math.ceil(free * policy.claimShare),
        capPerEndpoint: Math.ceil(free * policy.endpointShare),
        loads: faults.skipFaulty(slots.loads),
        firstWaitSeconds: firstWait(webhooks.retryScheduleSeconds),
      }),
    )
    if (performance.now() - askedAt > marginMs / 2) {
      // The lease could expire during the attempt, and a second worker would send too. It is left to expire.
      log.warn({ count: claimed.length }, 'claim took too long; its deliveries wait for the lease to expire')
      return 0
    }
    slots.startTurn(claimed.length)
    await sendOrRelease(
      claimed.filter(({ active }) => active),
      lease,
    )
    const unsent = claimed.filter(({ active }) => !active).map(({ id }) => id)
    if (unsent.length > 0) await db.run(failUnsent(unsent, lease))
    return claimed.length
  }

  async function sendOrRelease(deliveries: readonly Claimed[], lease: string): Promise<void> {
    const unsigned: string[] = []
    for (const delivery of deliveries) {
      const request = signOrReport(delivery)
      if (request) void attempt(delivery, lease, request)
      else unsigned.push(delivery.id)
    }
    if (unsigned.length > 0) await db.run(releaseClaims(unsigned, lease))
  }

  let lastClaim: Promise<unknown> = Promise.resolve()
  /** One claim at a time: two concurrent ones would both count the same free slots. */
  function claimNext(): Promise<number> {
    const claim = lastClaim.then(claimBatch)
    lastClaim = claim.catch(() => undefined)
    return claim
  }

  function signOrReport(delivery: Claimed): DeliveryRequest | null {
    try {
      return deliveryRequest(ring, delivery, clock())
    } catch (error) {
      faults.report(delivery.endpoint_id, delivery.id, error)
      return null
    }
  }

  async function attempt(delivery: Claimed, lease: string, request: DeliveryRequest): Promise<void> {
    slots.take(delivery.endpoint_id)
    try {
      finish(delivery, lease, await sender.send(request))
    } catch (error) {
      faults.report(delivery.endpoint_id, delivery.id, error)
      // If this fails too, the lease expires by itself.
      await db.run(releaseClaims([delivery.id], lease)).catch(() => undefined)
    }
    slots.release(delivery.endpoint_id)
    wake()
  }

  function finish(delivery: Claimed, lease: string, outcome: Outcome) {
    faults.clear(delivery.endpoint_id)
    results.add({
      deliveryId: delivery.id,
      endpointId: delivery.endpoint_id,
      lease,
      attempts: delivery.attempts,
      ...outcome,
      finishedAt: performance.now(),
    })
    deliveryMetrics.observe(outcome)
    log.info(logFields(delivery, outcome), outcome.succeeded ? 'delivered' : 'delivery failed')
  }

  function wake() {
    wakeRequested = true
    endWait()
  }

  function waitForWake(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, policy.pollMs)
      endWait = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  async function claimLoop(): Promise<void> {
    while (!stopping) {
      wakeRequested = false
      const claimed = await claimNext().catch((err) => {
        log.warn({ err }, 'could not claim deliveries; retrying')
        return null
      })
      if (claimed === null) await sleep(policy.pollMs)
      else if (claimed === 0 && !wakeRequested) await waitForWake()
      if (slots.inFlight() > 0) await sleep(policy.claimDelayMs)
    }
  }

  const loop = claimLoop()
  const isIdle = () => slots.inFlight() === 0 && results.isIdle()
  return {
    wake,
    async stop() {
      stopping = true
      wake()
      await loop
      while (slots.inFlight() > 0) await waitForWake()
      await results.close()
    },
    async settled() {
      while (!(isIdle() && (await claimNext()) === 0 && isIdle())) await sleep(2)
    },
  }
}

function logFields(delivery: Claimed, { responseStatus, durationMs, error }: Outcome) {
  return {
    delivery_id: delivery.id,
    endpoint_id: delivery.endpoint_id,
    event_id: delivery.event_id,
    event_type: delivery.event_type,
    attempt: delivery.attempts + 1,
    status: responseStatus,
    duration_ms: durationMs,
    error,
  }
}
