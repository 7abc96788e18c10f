// The delivering worker. Woken after a commit, it claims what is due, sends outside any transaction, and
// hands results to the recorder. A poll once a second is the net below, for what comes due by the clock.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '../app/deps.ts'
import type { Transaction } from '../db/pool.ts'
import { type Claimed, claimDue, failUnsent, type Hands, releaseClaims } from './claim.ts'
import { keyRing } from './key-ring.ts'
import { deliveryMetrics } from './metrics.ts'
import { ownFaults } from './own-faults.ts'
import { type PausedEndpoint, recordResults } from './record.ts'
import { createRecorder } from './recorder.ts'
import { deliveryRequest } from './request.ts'
import { firstWait } from './schedule.ts'
import type { Outcome, Request, Sender } from './send.ts'

const policy = {
  pollMs: 1_000,
  gatherMs: 4,
  leaseMarginMs: 20_000,
  /**
   * How much of the free hands one endpoint may have in use, and how many of them one claim may fill: a
   * receiver that hangs slows nobody else down, and fifty of them together still leave hands to spare.
   */
  endpointShare: 0.1,
  claimShare: 0.5,
}

export type Worker = {
  wake(): void
  stop(): Promise<void>
  /** Until nothing is due, in hand or unwritten. */
  settled(): Promise<void>
}

type OnPaused = (tx: Transaction, paused: readonly PausedEndpoint[]) => Promise<void>

export function startWorker(deps: Deps, sender: Sender, onPaused: OnPaused): Worker {
  const { db, clock, log, webhooks } = deps
  const ring = keyRing(deps.secrets)
  const faults = ownFaults(deps)
  deps.faults.push(faults.standing)
  const marginMs = webhooks.leaseMarginMs ?? policy.leaseMarginMs
  const hands = new Map<string, Hands>()
  let turn = 0
  let inHand = 0
  let stopping = false
  let awake = false
  let rouse: () => void = () => {}

  const recorder = createRecorder(
    async (batch) => {
      const paused = await recordResults(db, batch, webhooks, onPaused)
      for (const { id, reason } of paused) log.warn({ endpoint_id: id, reason }, 'endpoint paused')
    },
    (err, count) => log.warn({ err, count }, 'could not record deliveries; trying again'),
  )

  async function claimSome(): Promise<number> {
    const free = webhooks.concurrency - inHand
    if (free <= 0) return 0
    const lease = randomUUID()
    const askedAt = performance.now()
    const claimed = await db.rows(
      claimDue({
        lease,
        leaseMs: webhooks.timeoutMs + marginMs,
        count: Math.ceil(free * policy.claimShare),
        capPerEndpoint: Math.ceil(free * policy.endpointShare),
        hands: faults.withFaulty(hands),
        firstWaitSeconds: firstWait(webhooks.retryScheduleSeconds),
      }),
    )
    if (performance.now() - askedAt > marginMs / 2) {
      // The lease would run out under the attempt, and two would send. Whoever finds it run out sends it.
      log.warn({ count: claimed.length }, 'claimed too late to be sent')
      return 0
    }
    // Who had the last turn matters only as long as somebody waits.
    if (claimed.length === 0 && inHand === 0) hands.clear()
    turn += 1
    const unsigned: string[] = []
    for (const delivery of claimed.filter(({ active }) => active)) {
      const request = signedRequest(delivery)
      if (request) void attempt(delivery, lease, request)
      else unsigned.push(delivery.id)
    }
    if (unsigned.length > 0) await db.run(releaseClaims(unsigned, lease))
    const unsent = claimed.filter((delivery) => !delivery.active).map(({ id }) => id)
    if (unsent.length > 0) await db.run(failUnsent(unsent, lease))
    return claimed.length
  }

  let lastClaim: Promise<unknown> = Promise.resolve()
  /** One at a time: two at once would both count on the same free hands. */
  function claimInTurn(): Promise<number> {
    const claim = lastClaim.then(claimSome)
    lastClaim = claim.catch(() => undefined)
    return claim
  }

  function signedRequest(delivery: Claimed): Request | null {
    try {
      return deliveryRequest(ring, endpointOf(delivery), parcelOf(delivery, clock()))
    } catch (error) {
      faults.note(delivery.endpoint_id, delivery.id, error)
      return null
    }
  }

  async function attempt(delivery: Claimed, lease: string, request: Request): Promise<void> {
    inHand += 1
    hands.set(delivery.endpoint_id, { count: (hands.get(delivery.endpoint_id)?.count ?? 0) + 1, turn })
    try {
      finish(delivery, lease, await sender.send(request))
    } catch (error) {
      faults.note(delivery.endpoint_id, delivery.id, error)
      // Should this fail, too, the lease runs out by itself.
      await db.run(releaseClaims([delivery.id], lease)).catch(() => undefined)
    }
    release(delivery.endpoint_id)
  }

  function finish(delivery: Claimed, lease: string, outcome: Outcome) {
    faults.over(delivery.endpoint_id)
    recorder.add({
      deliveryId: delivery.id,
      endpointId: delivery.endpoint_id,
      lease,
      attempts: delivery.attempts,
      ...outcome,
      finishedAt: performance.now(),
    })
    deliveryMetrics.observe(outcome)
    log.info(logLine(delivery, outcome), outcome.succeeded ? 'delivered' : 'delivery failed')
  }

  function release(endpointId: string) {
    inHand -= 1
    const held = hands.get(endpointId)
    if (held) held.count -= 1
    wake()
  }

  function wake() {
    awake = true
    rouse()
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

  async function claimLoop(): Promise<void> {
    while (!stopping) {
      awake = false
      const claimed = await claimInTurn().catch((err) => {
        log.warn({ err }, 'could not claim deliveries; trying again')
        return null
      })
      if (claimed === null) await sleep(policy.pollMs)
      else if (claimed === 0 && !awake) await nap()
      // Hands become free one by one; a claim for each would cost more than the wait.
      if (inHand > 0) await sleep(policy.gatherMs)
    }
  }

  const loop = claimLoop()
  return {
    wake,
    async stop() {
      stopping = true
      wake()
      await loop
      while (inHand > 0) await nap()
      await recorder.close()
    },
    async settled() {
      for (;;) {
        const quiet = inHand === 0 && recorder.isIdle()
        if (quiet && (await claimInTurn()) === 0 && inHand === 0 && recorder.isIdle()) return
        await sleep(2)
      }
    },
  }
}

const parcelOf = (delivery: Claimed, now: number) => ({
  envelopeId: `evt_${delivery.event_id}`,
  type: delivery.event_type,
  deliveryId: delivery.id,
  attempt: delivery.attempts + 1,
  body: delivery.body,
  unixSeconds: Math.floor(now / 1000),
})

const endpointOf = ({ endpoint_id, url, secret, previous_secret }: Claimed) => ({
  id: endpoint_id,
  url,
  secret,
  previous_secret,
})

function logLine(delivery: Claimed, { responseStatus, durationMs, error }: Outcome) {
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
