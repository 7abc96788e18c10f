import type { Transaction } from '../db/pool.ts'
import { requireClient } from '../identity/require-client.ts'
import { enqueue } from '../jobs/queue.ts'
import { pausedEndpointMail } from '../mail/paused-endpoint.ts'
import type { PausedEndpoint } from './record.ts'

/** One mail per pause: it is queued by the very transaction that takes the step from active to paused. */
export function notifyOwners(pauseAfter: number) {
  return async (tx: Transaction, paused: readonly PausedEndpoint[]): Promise<void> => {
    for (const { client_id, url, reason } of paused) {
      const client = await requireClient(tx, client_id)
      const notice = { to: client.email, clientName: client.name, url, reason, failures: pauseAfter }
      await enqueue(tx, 'mail', pausedEndpointMail(notice))
    }
  }
}
