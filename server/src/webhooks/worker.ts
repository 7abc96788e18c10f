// The delivery worker. Woken after a commit, it claims due deliveries, sends them outside any transaction, and
// buffers the results. A poll once a second picks up retries and missed wake-ups. While nothing is waiting, the writes of
// this process lease their deliveries to the worker, and no claim is needed (lessee.ts).
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Lessee } from '../db/lessee.ts'
import type { Deps } from '../deps.ts'
import { createAttempts } from './attempts.ts'
import { claimDue, failUnsent, releaseClaims } from './claim.ts'
import { trackInternalFaults } from './internal-faults.ts'
import { createLessee } from './lessee.ts'
import { type OnPaused, recordResults } from './record.ts'
import { createResultBuffer } from './result-buffer.ts'
import { firstWait } from './schedule.ts'
import type { Sender } from './send.ts'
import { createSlots } from './slots.ts'

const policy = {
  pollMs: 1_000,
  /** Slots free up one by one. A claim for each would cost more than waiting for a few. */
  claimDelayMs: 4,
  leaseMarginMs: 20_000,
  maxBirthAgeMs: 250,
  /**
   * The share of the free slots that one endpoint may occupy, and that one claim may fill. A hanging receiver
   * slows nobody else down, and fifty of them together still leave slots free.
   */
  endpointShare: 0.1,
  claimShare: 0.5,
}

export type Worker = {
  /** For the writes of this process. */
  lessee: Lessee
  wake(): void
  stop(): Promise<void>
  /** Resolves when nothing is due, in flight or unrecorded. */
  settled(): Promise<void>
}

export function startWorker(deps: Deps, sender: Sender, onPaused: OnPaused): Worker {
  const { db, log, webhooks } = deps
  const faults = trackInternalFaults(deps)
  deps.readinessChecks.push(faults.current)
  const slots = createSlots(webhooks.concurrency)
  const marginMs = webhooks.leaseMarginMs ?? policy.leaseMarginMs
  const leaseMs = webhooks.timeoutMs + marginMs
  let stopping = false
  /** The last claim found nothing that is due, and no wake-up has come since. */
  let isCaughtUp = false
  let wakeRequested = false
  let releasing = 0
  let endWait: () => void = () => {}

  const results = createResultBuffer(
    async (batch) => {
      const paused = await recordResults(db, batch, webhooks, onPaused)
      for (const { id, reason } of paused) log.warn({ endpoint_id: id, reason }, 'endpoint paused')
    },
    (err, count) => log.warn({ err, count }, 'could not record delivery results; retrying'),
  )

  const attempts = createAttempts(deps, {
    sender,
    slots,
    faults,
    results,
    // If nothing is waiting, a free slot changes nothing.
    onFreeSlot: () => (!isCaughtUp || stopping) && wake(),
  })

  async function claimBatch(): Promise<number> {
    const free = slots.free()
    if (free <= 0) {
      isCaughtUp = false
      return 0
    }
    const lease = randomUUID()
    const capPerEndpoint = Math.ceil(free * policy.endpointShare)
    const isCapReached = [...slots.loads.values()].some(({ inFlight }) => inFlight >= capPerEndpoint)
    const askedAt = performance.now()
    const claimed = await db.rows(
      claimDue({
        lease,
        leaseMs,
        count: Math.ceil(free * policy.claimShare),
        capPerEndpoint,
        loads: faults.skipFaulty(slots.loads),
        firstWaitSeconds: firstWait(webhooks.retryScheduleSeconds),
      }),
    )
    isCaughtUp = claimed.length === 0 && !isCapReached && !wakeRequested
    if (performance.now() - askedAt > marginMs / 2) {
      // The lease could expire during the attempt, and a second worker would send too. It is left to expire.
      log.warn({ count: claimed.length }, 'claim took too long; its deliveries wait for the lease to expire')
      return 0
    }
    slots.startTurn(claimed.length)
    const active = claimed.filter((delivery) => delivery.active)
    const unstarted = attempts.start(active, lease, capPerEndpoint)
    if (unstarted.length > 0) await db.run(releaseClaims(unstarted, lease))
    const unsent = claimed.filter((delivery) => !delivery.active).map(({ id }) => id)
    if (unsent.length > 0) await db.run(failUnsent(unsent, lease))
    return claimed.length
  }

  const lessee = createLessee({
    slots,
    leaseMs,
    maxAgeMs: webhooks.maxBirthAgeMs ?? policy.maxBirthAgeMs,
    endpointShare: policy.endpointShare,
    claimShare: policy.claimShare,
    isCaughtUp: () => isCaughtUp && !stopping && firstWait(webhooks.retryScheduleSeconds) === 0,
    skipFaulty: faults.skipFaulty,
    sign: attempts.sign,
    send: attempts.start,
    release,
    onEnd: () => stopping && wake(),
  })

  /** If it fails, the lease expires by itself. */
  function release(ids: string[], lease: string): void {
    releasing += 1
    const released = db.run(releaseClaims(ids, lease)).catch(() => undefined)
    void released.then(() => {
      releasing -= 1
      wake()
    })
  }

  let lastClaim: Promise<unknown> = Promise.resolve()
  /** One claim at a time: two concurrent ones would both count the same free slots. */
  function claimNext(): Promise<number> {
    const claim = lastClaim.then(claimBatch)
    lastClaim = claim.catch(() => undefined)
    return claim
  }

  function wake() {
    isCaughtUp = false
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
        isCaughtUp = false
        log.warn({ err }, 'could not claim deliveries; retrying')
        return null
      })
      if (claimed === null) await sleep(policy.pollMs)
      else if (claimed === 0 && !wakeRequested) await waitForWake()
      if (slots.inFlight() > 0) await sleep(policy.claimDelayMs)
    }
  }

  const loop = claimLoop()
  const hasEnded = () => slots.isIdle() && releasing === 0
  const isIdle = () => hasEnded() && results.isIdle()
  return {
    lessee,
    wake,
    async stop() {
      stopping = true
      wake()
      await loop
      while (!hasEnded()) await waitForWake()
      await results.close()
    },
    async settled() {
      while (!(isIdle() && (await claimNext()) === 0 && isIdle())) await sleep(2)
    },
  }
}
