// Loads demo data, a year of them by default. They are created through the production rules, so that they are consistent by construction,
// and then backdated. All of it is one transaction: an interrupted load leaves nothing. A database that already has the
// demo's first client is left unchanged.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Transaction } from '../db/transaction.ts'
import { clientById } from '../identity/queries.ts'
import { emitLotExpiring, hasRun } from '../jobs/lot-expiring.ts'
import { dayAfter } from '../stock/warehouse-day.ts'
import { planAccount, planReversedPayment } from './account.ts'
import { backdate } from './backdate.ts'
import { planBooks } from './books.ts'
import { createRandom, momentOf } from './calendar.ts'
import { planCorrections, planCounts, planHold, planTransfer } from './corrections.ts'
import { type DemoClient, demoClients, newDemoClients, ordersPerDay, setUpClient } from './data.ts'
import { type DemoClock, demoEndpoints, planEndpoint } from './deliveries.ts'
import { planGoodsIn, planShortDated, planVoidedRemito } from './goods-in.ts'
import { type Mark, runSteps, type Step, type StepContext, type Upload } from './history.ts'
import { planOpenNotices } from './notices.ts'
import { planDispute, planLatestOrders, planOrders } from './orders.ts'
import { planReturns } from './returns.ts'
import type { DemoSettings } from './settings.ts'
import { createDock } from './trips.ts'

const lockId = 7_263_548_111
const retryMs = 250
const statementLimitMs = 60_000
const startHour = 7
const expiringDays = 30
const weeklySales = [165_000, 72_000]

/** `onStart` is called if there is something to load, which takes some seconds. */
export async function loadDemo(
  db: Db,
  settings: DemoSettings,
  onStart: () => void = () => {},
): Promise<{ loaded: boolean }> {
  for (;;) {
    const uploads: Upload[] = []
    try {
      const outcome = await db.transaction((tx) => loadOnce(tx, settings, onStart, uploads))
      if (outcome) return outcome
    } catch (error) {
      await removeAll(settings.files, uploads)
      throw error
    }
    await sleep(retryMs)
  }
}

/** Each of them waits for the disk twice. */
const maxUploadsInFlight = 32

async function storeAll(files: DemoSettings['files'], uploads: readonly Upload[]): Promise<void> {
  for (let first = 0; first < uploads.length; first += maxUploadsInFlight) {
    const some = uploads.slice(first, first + maxUploadsInFlight)
    await Promise.all(some.map(({ id, content }) => files.put(id, chunksOf(content))))
  }
}

async function* chunksOf(content: Buffer): AsyncGenerator<Buffer> {
  yield content
}

async function removeAll(files: DemoSettings['files'], uploads: readonly Upload[]): Promise<void> {
  await Promise.allSettled(uploads.map(({ id }) => files.remove(id)))
}

/** null: another process is loading it. Waiting for its lock would exceed the statement time-out. */
async function loadOnce(tx: Transaction, settings: DemoSettings, onStart: () => void, uploads: Upload[]) {
  const { locked } = await tx.one(
    sql<{ locked: boolean }>`select pg_try_advisory_xact_lock(${lockId}) as locked`,
  )
  if (!locked) return null
  if (await tx.maybeOne(clientById(demoClients[0].id))) return { loaded: false }
  onStart()
  const { now } = await tx.one(sql<{ now: string }>`select now() as now`)
  const clock = { startedAt: performance.now(), now: Date.parse(now), marks: [] as Mark[] }
  const documents: { id: string; moment: string }[] = []
  const clients = newDemoClients()
  const start = dayAfter(settings.today, -settings.days)
  const steps = [
    ...planBooks(start, settings),
    ...planHistory(clients, settings, start, clock),
    ...clients
      .slice(1)
      .flatMap((client) =>
        planCounts(client, settings.today, (id, moment) => documents.push({ id, moment })),
      ),
    ...planExpiring(clock.now),
    // Single incidents have fixed dates, which may be earlier than the start of a short history.
  ].filter(({ at }) => at >= momentOf(start, startHour))
  await tx.allowSlowStatements(statementLimitMs)
  await runSteps(tx, steps, clock.now - 60_000, settings, clock.marks, uploads)
  await backdate(tx, { clientIds: demoClients.map(({ id }) => id), marks: clock.marks, documents })
  // Every committed row has its file.
  await storeAll(settings.files, uploads)
  return { loaded: true }
}

function planHistory(
  clients: readonly DemoClient[],
  { today, secrets }: DemoSettings,
  start: string,
  clock: DemoClock,
): Step[] {
  const days = { start, today }
  const random = createRandom(2026)
  const dock = createDock(days, clock.now)
  const [first, second] = clients
  return [
    ...clients.flatMap((client, index) => [
      {
        at: momentOf(start, startHour),
        run: (context: StepContext) => setUpClient(context, index, client),
      },
      ...planGoodsIn(client, days.start, today),
      ...planOrders(client, ordersPerDay[index] ?? 0, days, random, dock),
      ...planLatestOrders(client, today, random, dock),
      ...planDispute(client, today, dock),
      ...planAccount(client.clientId, weeklySales[index] ?? 0, days, random),
      ...planCorrections(client, days, random),
      ...planReturns(client, days),
    ]),
    ...dock.steps,
    dock.draft,
    ...planShortDated(clients, today),
    ...planOpenNotices(clients, today),
    planTransfer(first, second, today),
    ...(first
      ? [
          ...planVoidedRemito(first, today),
          ...planReversedPayment(first.clientId, today),
          planHold(first, today),
        ]
      : []),
    ...demoEndpoints(clients.map(({ clientId }) => clientId)).flatMap((endpoint) =>
      planEndpoint(endpoint, days, secrets, clock),
    ),
  ]
}

/** The daily runs of the last month. Today's is left to the job, unless that has run before the demo was loaded. */
function planExpiring(now: number): Step[] {
  const isDemo = (clientId: string) => demoClients.some(({ id }) => id === clientId)
  const utcDay = new Date(now).toISOString().slice(0, 10)
  return Array.from({ length: expiringDays + 1 }, (_, index) => dayAfter(utcDay, index - expiringDays)).map(
    (day) => ({
      at: Date.parse(`${day}T08:00:00Z`),
      run: async ({ tx }) => {
        if (day < utcDay || (await hasRun(tx, day))) await emitLotExpiring(tx, day, 'live', isDemo)
      },
    }),
  )
}
