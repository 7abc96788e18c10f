// The delivering worker. Woken after a commit, it claims what is due, sends outside any transaction, and
// hands results to the recorder. A poll once a second is the net below, for what comes due by the clock.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Transaction } from '../db/pool.ts'
import type { Deps } from '../deps.ts'
import { type Claimed, claimDue, failUnsent } from './claim.ts'
import { deliveryMetrics } from './metrics.ts'
import { type PausedEndpoint, recordResults } from './record.ts'
import { createRecorder } from './recorder.ts'
import { deliveryRequest } from './request.ts'
import { firstWait } from './schedule.ts'
import { type SecretBox, secretBox } from './secret-box.ts'
import type { Outcome, Sender } from './send.ts'

const policy = {
  pollMs: 1_000,
  leaseMarginMs: 20_000,
  /** How much of the hands one endpoint may take up: a receiver that hangs slows nobody else down. */
  endpointShare: 0.1,
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
  const box = secretBox(deps.secrets.keyFor('webhook'))
  const capPerEndpoint = Math.max(1, Math.ceil(webhooks.concurrency * policy.endpointShare))
  const busy = new Map<string, number>()
  let inHand = 0
  let stopping = false
  let awake = false
  let rouse: () => void = () => {}

  /** How far a test has moved its clock; production runs by the database's own. */
  const shiftMs = () => (clock === Date.now ? 0 : clock() - Date.now())

  const recorder = createRecorder(
    async (batch) => {
      const paused = await recordResults(db, batch, webhooks, shiftMs(), onPaused)
      for (const { id, reason } of paused) log.warn({ endpoint_id: id, reason }, 'endpoint paused')
    },
    (err, count) => log.warn({ err, count }, 'could not record deliveries; trying again'),
  )

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
    const unsent = claimed.filter((delivery) => !delivery.active).map(({ id }) => id)
    if (unsent.length > 0) await db.run(failUnsent(unsent, lease))
    for (const delivery of claimed) if (delivery.active) void attempt(delivery, lease)
    return claimed.length
  }

  async function attempt(delivery: Claimed, lease: string): Promise<void> {
    inHand += 1
    busy.set(delivery.endpoint_id, (busy.get(delivery.endpoint_id) ?? 0) + 1)
    const outcome = await sendOne(delivery, sender, box, clock())
    recorder.add({
      deliveryId: delivery.id,
      endpointId: delivery.endpoint_id,
      lease,
      attempts: delivery.attempts,
      ...outcome,
      finishedAt: performance.now(),
    })
    release(delivery.endpoint_id)
    deliveryMetrics.observe(outcome)
    log.info(logLine(delivery, outcome), outcome.succeeded ? 'delivered' : 'delivery failed')
  }

  function release(endpointId: string) {
    inHand -= 1
    const left = (busy.get(endpointId) ?? 1) - 1
    if (left === 0) busy.delete(endpointId)
    else busy.set(endpointId, left)
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
      const claimed = await claimSome().catch((err) => {
        log.warn({ err }, 'could not claim deliveries; trying again')
        return null
      })
      if (claimed === null) await sleep(policy.pollMs)
      else if (claimed === 0 && !awake) await nap()
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
        if (quiet && (await claimSome()) === 0 && inHand === 0 && recorder.isIdle()) return
        await sleep(2)
      }
    },
  }
}

async function sendOne(delivery: Claimed, sender: Sender, box: SecretBox, now: number): Promise<Outcome> {
  const { endpoint_id: id, url, secret, previous_secret } = delivery
  try {
    const parcel = {
      envelopeId: `evt_${delivery.event_id}`,
      type: delivery.event_type,
      deliveryId: delivery.id,
      attempt: delivery.attempts + 1,
      body: delivery.body,
      unixSeconds: Math.floor(now / 1000),
    }
    return await sender.send(deliveryRequest(box, { id, url, secret, previous_secret }, parcel))
  } catch {
    // A secret that does not open was sealed under another SECRET_KEY.
    const error = 'the signing secret cannot be read: rotate it'
    return { succeeded: false, responseStatus: null, durationMs: 0, error, excerpt: null }
  }
}

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
