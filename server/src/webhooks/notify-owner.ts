import type { WebhookPolicy } from '../app/deps.ts'
import type { Transaction } from '../db/transaction.ts'
import { requireClient } from '../identity/require-client.ts'
import { enqueue } from '../jobs/queue.ts'
import { keptDays } from '../jobs/retention.ts'
import { pausedEndpointMail } from '../mail/paused-endpoint.ts'
import type { PausedEndpoint } from './record.ts'

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
