// Runs the queue and the timetable of the work that no client sees, over any number of processes.
import { Logger, parseCronItems, run } from 'graphile-worker'
import pg from 'pg'
import type { Deps } from '../deps.ts'
import type { Mail, MailTransport } from '../mail/transport.ts'
import { runDueLotExpiring } from './lot-expiring.ts'
import { runRetention } from './retention.ts'

const timetable = parseCronItems([
  { task: 'lot-expiring', match: '0 8 * * *' },
  { task: 'retention', match: '30 3 * * *', options: { backfillPeriod: 86_400_000 } },
])

export type JobRunner = { stop(): Promise<void> }

export async function startJobs(deps: Deps, mail: MailTransport): Promise<JobRunner> {
  const { db, clock, log } = deps
  const pool = new pg.Pool({ connectionString: db.url, max: 3, application_name: 'anden jobs' })
  pool.on('error', (err) => log.warn({ err }, 'a connection of the job queue was lost'))
  const runner = await run({
    pgPool: pool,
    concurrency: 2,
    pollInterval: 2_000,
    noHandleSignals: true,
    parsedCronItems: timetable,
    logger: new Logger(() => (level, message) => log.debug({ level }, message)),
    taskList: {
      mail: async (payload) => {
        const sent = await mail.send(payload as Mail)
        log.info({ mail: sent }, 'mail sent')
      },
      'lot-expiring': async () => {
        const done = await runDueLotExpiring(db, clock())
        if (done) log.info(done, 'lot.expiring emitted')
      },
      retention: async () => {
        log.info(await runRetention(db, clock(), deps.idempotencyTtlSeconds), 'retention done')
      },
    },
  })
  // What was missed while nobody was there: the task itself knows whether today's run is due.
  await runner.addJob('lot-expiring', {}, { jobKey: 'lot-expiring at start' })
  return {
    async stop() {
      await runner.stop()
      await pool.end()
    },
  }
}
