// Runs the job queue and the cron schedule of background work, across any number of processes. Restarts them after
// they end because the database was unreachable.

import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, parseCronItems, type Runner, run } from 'graphile-worker'
import type pg from 'pg'
import { removeOldPersons } from '../acceptances/remove.ts'
import { queuePool } from '../db/database.ts'
import { isLive } from '../db/environment.ts'
import { sql } from '../db/sql.ts'
import type { Deps } from '../deps.ts'
import { mailOfLink, resetPasswordOf } from '../identity/users/link-jobs.ts'
import type { Jobs } from '../mail/queue.ts'
import type { Mail, MailTransport } from '../mail/transport.ts'
import { fillLinks } from '../remitos/fill-links.ts'
import { remitoLinks } from '../remitos/link.ts'
import { mailOfRemito } from '../remitos/mail.ts'
import { tidyIdleSandboxes } from '../sandbox/idle.ts'
import { insertSandboxMail } from '../sandbox/mails.ts'
import { runReset } from '../sandbox/reset/run.ts'
import { runDueSteps, settingsOfSandbox } from '../sandbox/simulations.ts'
import { dayOf, warehouseDay } from '../stock/warehouse-day.ts'
import { runDueLotExpiring } from './lot-expiring.ts'
import { warnAboutCai } from './remito-cai.ts'
import { runRetention } from './retention.ts'

// lot-expiring runs every ten minutes from 08:00 on and does nothing once the day is done. So it catches up on a run
// that was missed at eight o'clock for whatever reason.
const schedule = parseCronItems([
  { task: 'lot-expiring', match: '*/10 8-23 * * *' },
  // 11:00 UTC is 8 in the morning in Argentina.
  { task: 'remito-cai', match: '0 11 * * *' },
  { task: 'retention', match: '30 3 * * *', options: { backfillPeriod: 86_400_000 } },
  { task: 'idle-sandboxes', match: '0 12 * * *', options: { backfillPeriod: 86_400_000 } },
])
const restartMs = 1_000
const maxConnections = 3
const statementLimitMs = 30_000

export type JobRunner = { stop(): Promise<void> }

export async function startJobs(deps: Deps, mail: MailTransport): Promise<JobRunner> {
  const { log } = deps
  const pool = queuePool(deps.db.directUrl, {
    maxConnections,
    limitMs: statementLimitMs,
    onError: (err) => log.warn({ err }, 'lost a connection of the job queue'),
  })

  let stopping = false
  const tasks = traced(
    taskList(deps, mail, () => stopping),
    deps.tracing,
  )
  let runner = await startRunner(deps, pool, tasks).catch(async (error: Error) => {
    await pool.end()
    throw new Error(`cannot start the job queue: ${error.message}`, { cause: error })
  })

  async function keepRunning(): Promise<void> {
    for (;;) {
      await runner.promise.catch(() => undefined)
      while (!stopping) {
        await sleep(restartMs)
        log.warn('the job queue ended; restarting it')
        const started = await startRunner(deps, pool, tasks).catch((err) =>
          log.warn({ err }, 'could not restart the job queue; retrying'),
        )
        if (started) {
          runner = started
          break
        }
      }
      if (stopping) return
    }
  }
  const running = keepRunning()
  return {
    async stop() {
      stopping = true
      await runner.stop().catch(() => undefined)
      await running
      await pool.end()
    },
  }
}

async function startRunner(
  { log }: Deps,
  pgPool: pg.Pool,
  tasks: ReturnType<typeof taskList>,
): Promise<Runner> {
  const runner = await run({
    pgPool,
    // Without batching, a job that cannot be marked as completed ends the runner. With the default batching it
    // crashes the process with an unhandled rejection.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    concurrency: 2,
    pollInterval: 2_000,
    noHandleSignals: true,
    parsedCronItems: schedule,
    logger: new Logger(() => (level, message) => {
      if (level === 'error') log.warn(message)
      else log.debug({ level }, message)
    }),
    taskList: tasks,
  })
  try {
    // Catches up on a run that was missed while no process was running.
    for (const task of ['lot-expiring', 'remito-cai', 'remito-links'])
      await runner.addJob(task, {}, { jobKey: `${task} at start` })
  } catch (error) {
    await runner.stop().catch(() => undefined)
    throw error
  }
  return runner
}

function taskList(deps: Deps, mail: MailTransport, stopping: () => boolean) {
  const { db, secrets, clock, log, idempotencyTtlSeconds } = deps
  const today = warehouseDay(clock, deps.timeZone)
  /** A mail that is sent but not marked as completed would be sent twice, so this waits for the database first. */
  async function untilReachable(): Promise<void> {
    while (!stopping()) {
      const answered = await db.rows(sql`select 1`).catch(() => null)
      if (answered) return
      await sleep(restartMs)
    }
  }
  async function send({ aboutClient, ...message }: Mail): Promise<void> {
    if (aboutClient && !isLive(aboutClient)) {
      await db.run(insertSandboxMail(aboutClient, message))
      return
    }
    const sent = await mail.send(message)
    log.info({ mail: sent }, 'mail sent')
    await untilReachable()
  }
  return {
    mail: (payload: unknown) => send(payload as Mail),
    'sign-in-link': async (payload: unknown) => {
      const from = { db, secrets, warehouse: deps.warehouse.name }
      const message = await mailOfLink(from, payload as Jobs['sign-in-link'])
      if (message) await send(message)
    },
    remito: async (payload: unknown) => {
      const message = await mailOfRemito(deps, payload as Jobs['remito'])
      if (message) await send(message)
    },
    'remito-links': async () => {
      const filled = await fillLinks(db, remitoLinks(deps))
      if (filled > 0) log.info({ filled }, 'egresos from before have their links')
    },
    'password-reset': (payload: unknown) =>
      resetPasswordOf({ db, secrets }, payload as Jobs['password-reset']),
    simulate: async (payload: unknown) => {
      const { client_id: clientId, order_id: orderId } = payload as Jobs['simulate']
      const settingsOf = settingsOfSandbox(dayOf(deps), deps)
      await runDueSteps({ db, clock, settingsOf }, { clientId, orderId })
    },
    'reset-sandbox': async (payload: unknown) => {
      const { client_id: clientId } = payload as Jobs['reset-sandbox']
      await runReset({ db, settingsOf: settingsOfSandbox(dayOf(deps), deps), now: clock }, clientId)
    },
    'lot-expiring': async () => {
      const done = await runDueLotExpiring(db, clock())
      if (done) log.info(done, 'lot.expiring emitted')
    },
    'remito-cai': async () => {
      const warning = await warnAboutCai(deps, today())
      if (warning) log.warn(warning, 'the books of remitos are running out: request a CAI and enter a book')
    },
    'idle-sandboxes': async () => {
      const done = await tidyIdleSandboxes(deps, clock())
      if (done.announced + done.emptied > 0) log.info(done, 'sandboxes that nobody uses')
    },
    retention: async () => {
      log.info(await runRetention(db, clock(), idempotencyTtlSeconds), 'retention done')
      const removed = await removeOldPersons(db, clock(), deps.acceptancesKeptYears)
      if (removed > 0) log.info({ removed }, 'removed names and files of old acceptances')
    },
  }
}

type Task = (payload: unknown) => Promise<void>

/** Each run of a task is a trace of its own. */
function traced<Tasks extends Record<string, Task>>(tasks: Tasks, tracing: Deps['tracing']): Tasks {
  if (!tracing) return tasks
  const entries = Object.entries(tasks).map(([name, run]): [string, Task] => [
    name,
    async (payload) => {
      const span = tracing.start('internal', `job ${name}`, {})
      try {
        await span.run(() => run(payload))
        span.end()
      } catch (error) {
        span.end('failed')
        throw error
      }
    },
  ])
  return Object.fromEntries(entries) as Tasks
}
