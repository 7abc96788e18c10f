// The day of a sandbox, ahead of the warehouse's. What depends on the day follows at once; what happens once a day happens now for each
// day that passes, and retries that wait for their time do not wait any longer. The times of what happens stay real.
import { type EventPayload, maxClockDays } from '@anden/contract'
import { fault } from '@anden/contract/values'
import { recordAudit } from '../audit/record.ts'
import { sql } from '../db/sql.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Author, DayOf } from '../deps.ts'
import { publish } from '../events/publish.ts'
import { problem, refuseMember, unreachable } from '../problem.ts'
import { dayAfter } from '../stock/warehouse-day.ts'
import { stopWaiting } from '../webhooks/recover.ts'

const dayMs = 86_400_000
const expiresWithinDays = 30
const batchSize = 1_000
const statementLimitMs = 10_000
/** How far ahead a sandbox can be, which its table checks. */
const maxDaysAhead = 36_500
/** What one request may send; a single day is never refused for it, so that the day can always move. */
const maxEventsAtOnce = 10_000

export async function advanceClock(
  tx: Transaction,
  by: Author,
  clientId: string,
  advanceTo: string,
  today: DayOf,
): Promise<void> {
  const { days_ahead: before } =
    (await tx.maybeOne(lockDay(clientId))) ?? unreachable('a request of no client')
  const day = today({ daysAhead: before })
  if (advanceTo < day) {
    const detail = `The day of this sandbox is ${day} already, and ${advanceTo} is before it.`
    throw problem('sandbox/clock-backwards', { detail })
  }
  const last = dayAfter(day, Math.min(maxClockDays, maxDaysAhead - before))
  if (advanceTo > last) refuseMember('/advance_to', fault('day_out_of_range', { first: day, last }))
  const after = before + (Date.parse(advanceTo) - Date.parse(day)) / dayMs
  if (after > before) {
    if (after > before + 1) await requireFewEvents(tx, clientId, dayAfter(day, 1), advanceTo)
    tx.pipeline(setDay(clientId, after))
    await reportExpiringLots(tx, clientId, dayAfter(day, 1), advanceTo)
  }
  await stopWaiting(tx, clientId)
  recordAudit(tx, by, {
    clientId,
    action: 'sandbox.clock',
    subjectId: clientId,
    before: { day },
    after: { day: advanceTo },
  })
}

/** Each lot is reported on up to 31 days, so a move of many days multiplies them. */
async function requireFewEvents(tx: Transaction, clientId: string, from: string, to: string): Promise<void> {
  const { count } = await tx.one(countExpiring(clientId, from, to, maxEventsAtOnce + 1))
  if (count <= maxEventsAtOnce) return
  throw problem('sandbox/limit-reached', {
    detail: `Until ${to} more than ${maxEventsAtOnce} events lot.expiring are due, and one request sends no more. Nothing was changed. Move the day in smaller steps: one day is always possible.`,
  })
}

/** As the daily run does, for each of these days. */
async function reportExpiringLots(tx: Transaction, clientId: string, from: string, to: string) {
  await tx.allowSlowStatements(statementLimitMs)
  let after: ExpiringLot | null = null
  for (;;) {
    const lots: ExpiringLot[] = await tx.rows(expiringOn(clientId, from, to, after))
    publish(
      tx,
      lots.map(({ day: _, ...object }) => ({ clientId, type: 'lot.expiring', object })),
    )
    after = lots.at(-1) ?? null
    if (lots.length < batchSize) return
  }
}

type ExpiringLot = EventPayload<'lot.expiring'> & { day: string }

const lockDay = (clientId: string) =>
  sql<{ days_ahead: number }>`select days_ahead from clients where id = ${clientId} for no key update`

const setDay = (clientId: string, daysAhead: number) =>
  sql`update clients set days_ahead = ${daysAhead}, updated_at = now() where id = ${clientId}`

/** Each lot on each of the days on which it is reported. */
const expiringLots = (clientId: string, from: string, to: string) =>
  sql`(
      select ${from}::date + step as day from generate_series(0, ${to}::date - ${from}::date) as step) as days
    join lots on lots.client_id = ${clientId} and lots.quantity > 0
      and lots.expires_on between days.day and days.day + ${expiresWithinDays}::int`

/** At most `limit`. */
const countExpiring = (clientId: string, from: string, to: string, limit: number) =>
  sql<{ count: number }>`
    select count(*)::int as count from (
      select from ${expiringLots(clientId, from, to)} limit ${limit}) as due`

const expiringOn = (clientId: string, from: string, to: string, after: ExpiringLot | null) =>
  sql<ExpiringLot>`
    select days.day, lots.id as lot_id, lots.product_id, lots.lot_number, lots.quantity, lots.expiry_date,
      lots.vintage_year, lots.expiry_date - days.day as days_until_expiry
    from ${expiringLots(clientId, from, to)}
    where (days.day, lots.expires_on, lots.id)
      > (${after?.day ?? from}::date, ${after?.expiry_date ?? '0001-01-01'}::date, ${after?.lot_id ?? nobody}::uuid)
    order by days.day, lots.expires_on, lots.id
    limit ${batchSize}`

/** Before every id. */
const nobody = '00000000-0000-0000-0000-000000000000'
