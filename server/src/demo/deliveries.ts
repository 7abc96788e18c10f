// The demo's webhook endpoints. They have reserved host names and are paused within the same transaction, before any
// worker can claim a delivery: nothing is ever sent.

import { randomUUID } from 'node:crypto'
import { type EventType, eventTypes } from '@anden/contract'
import { fault, faultDetail } from '@anden/contract/values'
import type { SecretKeys } from '../config/secrets.ts'
import { defaultRetrySchedule } from '../config/settings.ts'
import { sql } from '../db/sql.ts'
import type { Transaction } from '../db/transaction.ts'
import { dayAfter } from '../stock/warehouse-day.ts'
import { changeEndpoint, createEndpoint } from '../webhooks/endpoints.ts'
import { type AttemptResult, recordBatch } from '../webhooks/record.ts'
import { createRandom, dayMs, momentOf, type Random } from './calendar.ts'
import type { Mark, Step, StepContext } from './history.ts'

type DemoEndpoint = {
  clientId: string
  url: string
  description: string
  events: EventType[]
  /** What paused it, and how many days ago. */
  pausedBy: 'failures' | 'client'
  pausedDaysAgo: number
}
/** At most, because backdate.ts deletes older events. In a shorter history they are added on its first day. */
const addedDaysAgo = 58

export const demoEndpoints = ([first = '', second = '']: readonly string[]): DemoEndpoint[] => [
  {
    clientId: first,
    url: 'https://erp.losalamos.example/webhooks',
    description: 'ERP',
    events: [...eventTypes],
    pausedBy: 'failures',
    pausedDaysAgo: 2,
  },
  {
    clientId: first,
    url: 'https://hooks.losalamos.example/pedidos',
    description: 'Tablero de pedidos',
    events: eventTypes.filter((type) => type.startsWith('order.')),
    pausedBy: 'client',
    pausedDaysAgo: 1,
  },
  {
    clientId: second,
    url: 'https://erp.conservasdelvalle.example/webhooks',
    description: 'ERP',
    events: [...eventTypes],
    pausedBy: 'failures',
    pausedDaysAgo: 4,
  },
]

/** No steps if it would have been paused before the history starts. */
export function planEndpoint(
  endpoint: DemoEndpoint,
  { start, today }: { start: string; today: string },
  secrets: SecretKeys,
  clock: DemoClock,
): Step[] {
  const { clientId, url, description, events, pausedBy } = endpoint
  const earliest = dayAfter(today, -addedDaysAgo)
  const addedOn = earliest < start ? start : earliest
  const pausedOn = dayAfter(today, -endpoint.pausedDaysAgo)
  if (pausedOn < addedOn) return []
  let id = ''
  return [
    {
      at: momentOf(addedOn, 10),
      run: async ({ tx, by }) => {
        id = (await createEndpoint(tx, by, clientId, { url, description, events }, secrets)).id
      },
    },
    {
      at: momentOf(pausedOn, 18.5),
      run: async (context) => {
        const isPaused = await simulateDeliveries(context, id, pausedBy === 'failures', clock)
        if (!isPaused) {
          await changeEndpoint(context.tx, context.by, clientId, id, { status: 'paused' }, secrets)
        }
      },
    },
  ]
}

// Simulates the deliveries to an endpoint: most succeed at the first attempt or a later one, a few are abandoned. In the
// end the endpoint is paused, by ten consecutive failures or by its owner.

const policy = {
  retryScheduleSeconds: defaultRetrySchedule,
  timeoutMs: 10_000,
  concurrency: 1,
  pauseAfter: 10,
  allowPrivate: false,
}
const neverPause = { ...policy, pauseAfter: Number.MAX_SAFE_INTEGER }
/** Long enough for all seven attempts. */
const fullScheduleMs = 2 * dayMs

/** `startedAt`: performance.now() at the start of the transaction. `now`: its now(), the demo's present. */
export type DemoClock = { startedAt: number; now: number; marks: readonly Mark[] }

type Pending = { id: string; event_id: string }

/** Returns whether failures have paused it. A history of a few days has too few deliveries for that. */
async function simulateDeliveries(
  { tx, at }: StepContext,
  endpointId: string,
  mayFail: boolean,
  clock: DemoClock,
): Promise<boolean> {
  const random = createRandom(58)
  const pending = await tx.rows(pendingOf(endpointId))
  const fails = mayFail && pending.length > policy.pauseAfter
  const failing = fails ? pending.splice(-policy.pauseAfter) : []
  // A success after all others, so that the endpoint's failure counter restarts from 0.
  const last = pending.splice(-1)
  const plans = pending.map((delivery, index) => planAttempts(delivery, index, at, clock, random))
  for (let number = 0; number < policy.retryScheduleSeconds.length; number++) {
    await recordAttempts(
      tx,
      endpointId,
      plans.flatMap((plan) => plan[number] ?? []),
      neverPause,
      clock,
    )
  }
  const once = (succeeded: boolean) => (delivery: Pending) =>
    attemptOf(delivery.id, 0, momentOfEvent(delivery.event_id, clock) + 200, succeeded, random)
  await recordAttempts(tx, endpointId, last.map(once(true)), neverPause, clock)
  await recordAttempts(tx, endpointId, failing.map(once(false)), policy, clock)
  return fails
}

type Attempt = {
  deliveryId: string
  attempts: number
  endedAt: number
  succeeded: boolean
  durationMs: number
}

/** Usually one successful attempt, sometimes after up to three failed ones; two deliveries are abandoned. */
function planAttempts(
  { id, event_id }: Pending,
  index: number,
  until: number,
  clock: DemoClock,
  random: Random,
) {
  let endedAt = momentOfEvent(event_id, clock) + 200
  const isOldEnough = endedAt < until - fullScheduleMs
  const abandoned = index === 20 || index === 61
  const failed = abandoned ? policy.retryScheduleSeconds.length : random.chance(0.06) ? random.int(1, 3) : 0
  const failures = isOldEnough ? failed : 0
  const attempts: Attempt[] = []
  for (let number = 0; number < Math.min(failures + 1, policy.retryScheduleSeconds.length); number++) {
    const attempt = attemptOf(
      id,
      number,
      endedAt + (policy.retryScheduleSeconds[number] ?? 0) * 1000,
      number >= failures,
      random,
    )
    endedAt = attempt.endedAt
    attempts.push(attempt)
  }
  return attempts
}

function attemptOf(
  deliveryId: string,
  attempts: number,
  startedAt: number,
  succeeded: boolean,
  random: Random,
): Attempt {
  const durationMs = succeeded
    ? random.int(35, 240)
    : random.chance(0.3)
      ? policy.timeoutMs
      : random.int(60, 900)
  return { deliveryId, attempts, endedAt: startedAt + durationMs, succeeded, durationMs }
}

/** The time of the step that published it. */
function momentOfEvent(eventId: string, { marks }: DemoClock): number {
  const mark = marks.findLast(({ firstId }) => firstId <= eventId)
  return Date.parse(mark?.moment ?? '')
}

const timeOut = fault('timed_out', { seconds: policy.timeoutMs / 1000 })
const unavailable = fault('http_status', { status: 503 })

async function recordAttempts(
  tx: Transaction,
  endpointId: string,
  attempts: readonly Attempt[],
  rules: typeof policy,
  { startedAt, now }: DemoClock,
) {
  if (attempts.length === 0) return
  const lease = randomUUID()
  await tx.run(
    setLease(
      attempts.map(({ deliveryId }) => deliveryId),
      lease,
    ),
  )
  const results = attempts.map(({ endedAt, succeeded, ...attempt }): AttemptResult => {
    const timedOut = attempt.durationMs === policy.timeoutMs
    const failure = succeeded ? null : timedOut ? timeOut : unavailable
    return {
      ...attempt,
      endpointId,
      lease,
      succeeded,
      responseStatus: succeeded ? 200 : timedOut ? null : 503,
      error: failure && faultDetail(failure),
      failure,
      excerpt: succeeded ? 'ok' : timedOut ? null : 'Service Unavailable',
      finishedAt: startedAt - (now - endedAt),
    }
  })
  await recordBatch(tx, results, rules)
}

const pendingOf = (endpointId: string) =>
  sql<Pending>`
    select id, event_id from deliveries where endpoint_id = ${endpointId} and status = 'pending' order by event_id`

const setLease = (ids: string[], lease: string) =>
  sql`update deliveries set lease = ${lease} where id = any(${ids}::uuid[])`
