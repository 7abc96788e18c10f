// A year of demo data, made by the same rules as real work, so that it is consistent by construction, and then
// put back in time. Everything in one transaction: a load that is cut short leaves nothing. A database that has
// the demo's first client is left alone.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db, Transaction } from '../db/pool.ts'
import { sql } from '../db/sql.ts'
import { clientById } from '../identity/queries.ts'
import { emitLotExpiring, hasRun } from '../jobs/lot-expiring.ts'
import { dayAfter } from '../stock/warehouse-day.ts'
import { planAccount, planReversedPayment } from './account.ts'
import { backdate } from './backdate.ts'
import { momentOf } from './calendar.ts'
import { type Cast, newCast, setUpClient } from './cast.ts'
import { planCorrections, planCount, planTransfer } from './corrections.ts'
import { demoClients, ordersPerDay } from './data.ts'
import type { DemoClock } from './deliveries.ts'
import { demoEndpoints, planEndpoint } from './endpoints.ts'
import { planGoodsIn, planShortDated, planVoidedRemito } from './goods-in.ts'
import { doInOrder, type Mark, type Step, type StepContext } from './history.ts'
import { planLatestOrders, planOrders } from './orders.ts'
import { createRandom } from './random.ts'
import type { DemoSettings } from './settings.ts'

const lockId = 7_263_548_111
const retryMs = 250
const statementLimitMs = 60_000
const historyDays = 365
const expiringDays = 30
const weeklySales = [165_000, 72_000]

/** `onStart` is called when there is something to load, which takes some seconds. */
export async function loadDemo(
  db: Db,
  settings: DemoSettings,
  onStart: () => void = () => {},
): Promise<{ loaded: boolean }> {
  for (;;) {
    const outcome = await db.transaction((tx) => loadOnce(tx, settings, onStart))
    if (outcome) return outcome
    await sleep(retryMs)
  }
}

/** null while somebody else is loading it: a wait for the lock would run into the time-out of statements. */
async function loadOnce(tx: Transaction, settings: DemoSettings, onStart: () => void) {
  const { locked } = await tx.one(
    sql<{ locked: boolean }>`select pg_try_advisory_xact_lock(${lockId}) as locked`,
  )
  if (!locked) return null
  if (await tx.maybeOne(clientById(demoClients[0].id))) return { loaded: false }
  onStart()
  const { now } = await tx.one(sql<{ now: string }>`select now() as now`)
  const clock = { startedAt: performance.now(), now: Date.parse(now), marks: [] as Mark[] }
  const documents: { id: string; moment: string }[] = []
  const casts = newCast()
  const steps = [
    ...planYear(casts, settings, clock),
    ...casts
      .slice(1)
      .map((cast) => planCount(cast, settings.today, (id, moment) => documents.push({ id, moment }))),
    ...planExpiring(clock.now),
  ]
  await tx.allowSlowStatements(statementLimitMs)
  await doInOrder(tx, steps, clock.now - 60_000, settings.pointOfSale, clock.marks)
  await backdate(tx, { clientIds: demoClients.map(({ id }) => id), marks: clock.marks, documents })
  return { loaded: true }
}

function planYear(casts: readonly Cast[], settings: DemoSettings, clock: DemoClock): Step[] {
  const { today, secrets } = settings
  const days = { start: dayAfter(today, -historyDays), today }
  const random = createRandom(2026)
  const [first, second] = casts
  return [
    ...casts.flatMap((cast, index) => [
      {
        at: momentOf(days.start, 7),
        run: (work: StepContext) => setUpClient(work, index, cast),
      },
      ...planGoodsIn(cast, days.start, today),
      ...planOrders(cast, ordersPerDay[index] ?? 0, days, random),
      ...planLatestOrders(cast, today, random),
      ...planAccount(cast.clientId, weeklySales[index] ?? 0, days, random),
      ...planCorrections(cast, days, random),
    ]),
    ...planShortDated(casts, today),
    planTransfer(first, second, today),
    ...(first ? [...planVoidedRemito(first, today), ...planReversedPayment(first.clientId, today)] : []),
    ...demoEndpoints(casts.map(({ clientId }) => clientId)).flatMap((endpoint) =>
      planEndpoint(endpoint, today, secrets, clock),
    ),
  ]
}

/** The daily runs of the last month. Today's is left to the job, unless it has run without the demo's lots. */
function planExpiring(now: number): Step[] {
  const isDemo = (clientId: string) => demoClients.some(({ id }) => id === clientId)
  const utcDay = new Date(now).toISOString().slice(0, 10)
  return Array.from({ length: expiringDays + 1 }, (_, index) => dayAfter(utcDay, index - expiringDays)).map(
    (day) => ({
      at: Date.parse(`${day}T08:00:00Z`),
      run: async ({ tx }) => {
        if (day < utcDay || (await hasRun(tx, day))) await emitLotExpiring(tx, day, isDemo)
      },
    }),
  )
}
