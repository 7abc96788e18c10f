// The delivery worker. It claims due deliveries, sends them outside any transaction, and buffers the results. A wake-up comes after
// each commit in which deliveries have become due; a poll once a second finds retries, and what a missed wake-up left.
//
//                  claim sent              none due                1 s
//   ┌───────▶ due ──────────────▶ claiming ──────────▶ caught up ────────▶ checking
//   │         ▲ ▲                  │  │  │                 ▲                │ │ │ │
//   │         │ └── some claimed ──┘  │  │                 └─── none due ───┘ │ │ │
//   │         │ ▲                     │  │                                    │ │ │
//   │         │ └── some claimed ─────┼──┼────────────────────────────────────┘ │ │
//   │         └──── slot free, 1 s ─ full ◀── no slot ──────────────────────────┘ │
//   └── 1 s ─ failing ◀── claim failed ──┴────────────────────────────────────────┘
//
// A wake-up leads to `due` from every state except `failing`, and `stop` to `stopping`, in which nothing is claimed and the attempts in
// flight end. While the worker is caught up or checking, the writes of this process lease their deliveries to it, and no claim is needed
// (hand-over.ts).
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '../deps.ts'
import { createAttempts, createSlots } from './attempts.ts'
import { claimDue, failUnsent, releaseClaims } from './claim.ts'
import { createLessee, type Lessee } from './hand-over.ts'
import { trackInternalFaults } from './internal-faults.ts'
import { createResultBuffer, firstWait, type OnPaused, recordResults } from './record.ts'
import type { Sender } from './send.ts'
import { claimTrials } from './trials.ts'

const policy = {
  pollMs: 1_000,
  /** Slots free up one by one. A claim for each would cost more than waiting for a few. */
  claimDelayMs: 4,
  /** Trials are planned by the minute. */
  trialPollMs: 5_000,
  maxTrialsPerClaim: 20,
  leaseMarginMs: 20_000,
  maxBirthAgeMs: 250,
  /**
   * The share of the free slots that one endpoint may occupy, and that one claim may fill. A hanging receiver
   * slows nobody else down, and fifty of them together still leave slots free.
   */
  endpointShare: 0.1,
  claimShare: 0.5,
}

type State =
  /** Something may be due that no claim has looked for. */
  | 'due'
  | 'claiming'
  /** More may be due than there are slots for: it waits for one. */
  | 'full'
  /** The last claim found nothing that is due, and no wake-up has come since. */
  | 'caught up'
  /** Still caught up, as far as it knows: a claim looks whether anything has become due by the clock. */
  | 'checking'
  /** The last claim failed. A wake-up changes nothing: the database gets a second to recover. */
  | 'failing'
  | 'stopping'

type WorkerEvent =
  | 'wake-up'
  | 'slot free'
  | 'second passed'
  | 'claim sent'
  | 'some claimed'
  | 'no slot'
  | 'none due'
  | 'claim failed'
  | 'stop'

/** Events that are missing change nothing. */
const transitions: Record<State, { [Event in WorkerEvent]?: State }> = {
  due: { 'claim sent': 'claiming', 'claim failed': 'failing', stop: 'stopping' },
  claiming: {
    'wake-up': 'due',
    'slot free': 'due',
    'some claimed': 'due',
    'no slot': 'full',
    'none due': 'caught up',
    'claim failed': 'failing',
    stop: 'stopping',
  },
  full: {
    'wake-up': 'due',
    'slot free': 'due',
    'second passed': 'due',
    'some claimed': 'due',
    'none due': 'caught up',
    'claim failed': 'failing',
    stop: 'stopping',
  },
  'caught up': {
    'wake-up': 'due',
    'second passed': 'checking',
    'some claimed': 'due',
    'no slot': 'full',
    'claim failed': 'failing',
    stop: 'stopping',
  },
  checking: {
    'wake-up': 'due',
    'some claimed': 'due',
    'no slot': 'full',
    'none due': 'caught up',
    'claim failed': 'failing',
    stop: 'stopping',
  },
  failing: { 'second passed': 'due', stop: 'stopping' },
  stopping: {},
}

export type Worker = {
  /** The writes of this process offer their deliveries to it. */
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
  let state: State = 'due'
  let releasing = 0
  let endWait: () => void = () => {}

  function on(event: WorkerEvent) {
    const before = state
    state = transitions[state][event] ?? state
    if (state !== before || state === 'stopping') endWait()
  }

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
    onFreeSlot: () => on('slot free'),
  })

  async function claimBatch(): Promise<number> {
    const free = slots.free()
    if (free <= 0) {
      on('no slot')
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
    if (performance.now() - askedAt > marginMs / 2) {
      on('no slot')
      // The lease could expire during the attempt, and a second worker would send too. It is left to expire.
      log.warn({ count: claimed.length }, 'claim took too long; its deliveries wait for the lease to expire')
      return 0
    }
    if (claimed.length > 0) on('some claimed')
    else on(isCapReached ? 'no slot' : 'none due')
    slots.startClaim(claimed.length)
    const active = claimed.filter((delivery) => delivery.active)
    const unstarted = attempts.start(active, lease, capPerEndpoint)
    if (unstarted.length > 0) await db.run(releaseClaims(unstarted, lease))
    const unsent = claimed.filter((delivery) => !delivery.active).map(({ id }) => id)
    if (unsent.length > 0) await db.run(failUnsent(unsent, lease))
    return claimed.length
  }

  let trialsAt = 0
  /** Of paused endpoints that shall resume by themselves. A trial that cannot be sent is left to the next one. */
  async function claimTrialsInTime(pollMs = policy.trialPollMs): Promise<number> {
    const free = Math.min(policy.maxTrialsPerClaim, slots.free())
    if (free <= 0 || performance.now() - trialsAt < pollMs) return 0
    trialsAt = performance.now()
    const lease = randomUUID()
    const claimed = await db.rows(claimTrials({ lease, leaseMs, count: free }))
    const unstarted = attempts.start(claimed, lease, webhooks.concurrency, true)
    if (unstarted.length > 0) await db.run(releaseClaims(unstarted, lease))
    return claimed.length
  }

  const lessee = createLessee({
    slots,
    leaseMs,
    maxAgeMs: webhooks.maxBirthAgeMs ?? policy.maxBirthAgeMs,
    endpointShare: policy.endpointShare,
    claimShare: policy.claimShare,
    isCaughtUp: () =>
      (state === 'caught up' || state === 'checking') && firstWait(webhooks.retryScheduleSeconds) === 0,
    skipFaulty: faults.skipFaulty,
    send: attempts.start,
    release,
    onEnd: () => state === 'stopping' && endWait(),
  })

  /** If it fails, the lease expires by itself. */
  function release(ids: string[], lease: string): void {
    releasing += 1
    const released = db.run(releaseClaims(ids, lease)).catch(() => undefined)
    void released.then(() => {
      releasing -= 1
      on('wake-up')
    })
  }

  let lastClaim: Promise<unknown> = Promise.resolve()
  /** One claim at a time: two concurrent ones would both count the same free slots. */
  function claimNext(): Promise<number> {
    const claim = lastClaim.then(claimBatch)
    lastClaim = claim.catch(() => undefined)
    return claim
  }

  /** Until something happens that may change what the worker does, or a second has passed. */
  function wait(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        resolve()
        on('second passed')
      }, policy.pollMs)
      endWait = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  async function claimLoop(): Promise<void> {
    while (state !== 'stopping') {
      if (state !== 'due' && state !== 'checking') {
        await wait()
        continue
      }
      if (slots.inFlight() > 0) await sleep(policy.claimDelayMs)
      on('claim sent')
      await claimNext().catch((err) => {
        log.warn({ err }, 'could not claim deliveries; retrying')
        on('claim failed')
      })
      await claimTrialsInTime().catch((err) => log.warn({ err }, 'could not look for trials; retrying'))
    }
  }

  const loop = claimLoop()
  const hasEnded = () => slots.isIdle() && releasing === 0
  const isIdle = () => hasEnded() && results.isIdle()
  return {
    lessee,
    wake: () => on('wake-up'),
    async stop() {
      on('stop')
      await loop
      while (!hasEnded()) await wait()
      await results.close()
    },
    async settled() {
      const claimAll = async () => (await claimNext()) + (await claimTrialsInTime(0))
      while (!(isIdle() && (await claimAll()) === 0 && isIdle())) await sleep(2)
    },
  }
}
