// What a process with the worker role does besides serving requests: it delivers webhooks, runs the job queue and the
// scheduled jobs, and removes what broken uploads left behind.
import { sweepAcceptanceFiles } from '../acceptances/files.ts'
import { startUploadSweeper } from '../attachments/discard.ts'
import type { Config } from '../config/settings.ts'
import { startJobs } from '../jobs/runner.ts'
import { mailTransport } from '../mail/transport.ts'
import { leaseDeliveriesTo, listenForWakes, onDueDeliveries } from '../webhooks/hand-over.ts'
import { notifyOwners } from '../webhooks/record.ts'
import { startWorker } from '../webhooks/worker.ts'
import type { AppDeps } from './deps.ts'

export type BackgroundWork = { stop(): Promise<void> }

export async function startBackgroundWork(deps: AppDeps, config: Config): Promise<BackgroundWork> {
  const { mail, jobs } = await startQueue(deps, config)
  const worker = startWorker(deps, deps.sender, notifyOwners(deps.webhooks))
  onDueDeliveries(deps.db, worker.wake)
  leaseDeliveriesTo(deps.db, worker.lessee)
  const listening = listenForWakes(deps, worker.wake)
  const sweeping = startUploadSweeper(deps, () => sweepAcceptanceFiles(deps))
  return {
    async stop() {
      await listening.stop()
      await Promise.all([worker.stop(), jobs.stop(), sweeping.close()])
      mail.close()
    },
  }
}

async function startQueue(deps: AppDeps, config: Config) {
  const mail = mailTransport(config)
  try {
    // A mail server may be down for a while, but a local directory must work from the start.
    if (!config.smtpUrl) await mail.check()
    return { mail, jobs: await startJobs(deps, mail) }
  } catch (error) {
    mail.close()
    throw error
  }
}
