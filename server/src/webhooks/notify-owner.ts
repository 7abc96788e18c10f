import type { Transaction } from '../db/transaction.ts'
import type { WebhookPolicy } from '../deps.ts'
import { requireClient } from '../identity/clients.ts'
import { pausedEndpointMail } from '../mail/paused-endpoint.ts'
import { enqueue } from '../mail/queue.ts'
import type { PausedEndpoint } from './record.ts'

/** How long events and their deliveries are kept; jobs/retention.ts deletes them. */
export const keptDays = 90

/** One mail per pause: the transaction that changes the endpoint from active to paused also queues it. */
export function notifyOwners({ pauseAfter, timeoutMs, retryScheduleSeconds }: WebhookPolicy) {
  const figures = {
    failures: pauseAfter,
    timeoutSeconds: timeoutMs / 1000,
    attempts: retryScheduleSeconds.length,
    keptDays,
  }
  return async (tx: Transaction, paused: readonly PausedEndpoint[]): Promise<void> => {
    for (const { id, client_id, url, reason } of paused) {
      const { email, name } = await requireClient(tx, client_id)
      const notice = { to: email, clientName: name, endpointId: id, url, reason, ...figures }
      await enqueue(tx, 'mail', pausedEndpointMail(notice))
    }
  }
}
