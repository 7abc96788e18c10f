// Clients that subscribe to their payments, the simplest of events, and workers that deliver them: as many as a
// test needs, each with its own connections, as in separate processes.
import { portalScopes } from '@anden/contract'
import { expect } from 'vitest'
import type { AppDeps } from '../../src/app/deps.ts'
import { createDb, type Db } from '../../src/db/database.ts'
import { sql } from '../../src/db/sql.ts'
import type { WebhookPolicy } from '../../src/deps.ts'
import { notifyOwners } from '../../src/webhooks/record.ts'
import { createSender } from '../../src/webhooks/send.ts'
import { startWorker, type Worker } from '../../src/webhooks/worker.ts'
import { startTestService } from './service.ts'

const policy: WebhookPolicy = {
  retryScheduleSeconds: [0, 30, 300, 1_800, 7_200, 21_600, 86_400],
  timeoutMs: 10_000,
  concurrency: 200,
  pauseAfter: 10,
  allowPrivate: true,
}

type Options = { webhooks?: Partial<WebhookPolicy>; asDocumented?: boolean } & Partial<
  Pick<AppDeps, 'clock' | 'live' | 'log' | 'urlRule'>
>

export async function startWebhooks({ webhooks: changed, ...given }: Options = {}) {
  const webhooks = { ...policy, ...changed }
  const sender = createSender(webhooks)
  const service = await startTestService({ ...given, sender, webhooks })
  const staff = await service.aStaffMember()
  const workers: Worker[] = []
  const pools: Db[] = []

  /** A worker that is woken as one in another process is: by its poll, or by the test. */
  function aWorker(changes: Partial<AppDeps> = {}): Worker {
    const db = changes.db ?? createDb({ ...service.database.address, maxConnections: 4 })
    if (!changes.db) pools.push(db)
    const deps = { ...service.deps, ...changes, db }
    const worker = startWorker(deps, deps.sender, notifyOwners(deps.webhooks))
    workers.push(worker)
    return worker
  }

  async function aSubscriber(url: string, events: readonly string[] = ['payment.received']) {
    const client = await service.aClient({ scopes: portalScopes })
    const created = await client.portal.post('/webhooks', { url, events })
    expect(created.status, created.text).toBe(201)
    return { ...client, ...subscriber(client.portal, created.body.id), secret: created.body.signing_secret }
  }
  type Portal = Awaited<ReturnType<typeof service.aClient>>['portal']

  const subscriber = (portal: Portal, id: string) => ({
    webhookId: id,
    path: `/webhooks/${id}`,
    endpoint: async () => (await portal.get(`/webhooks/${id}`)).body,
    change: (change: object) => portal.patch(`/webhooks/${id}`, change),
    /** The deliveries, newest first. */
    deliveries: async (query = '') =>
      (await portal.get(`/webhooks/${id}/deliveries?limit=100${query && `&${query}`}`)).body.data,
    detail: async (deliveryId: string) => (await portal.get(`/webhooks/${id}/deliveries/${deliveryId}`)).body,
    async newestDelivery() {
      const [newest] = (await portal.get(`/webhooks/${id}/deliveries?limit=1`)).body.data
      return (await portal.get(`/webhooks/${id}/deliveries/${newest.id}`)).body
    },
    retry: (deliveryId: string) => portal.post(`/webhooks/${id}/deliveries/${deliveryId}/retry`),
    recover: (body?: object) => portal.post(`/webhooks/${id}/recover`, body),
    replay: (body: object) => portal.post(`/webhooks/${id}/replay`, body),
  })

  async function pay(client: { id: string }, times = 1) {
    for (let i = 0; i < times; i++) {
      const body = { client_id: client.id, amount: 1, payment_method: 'qr' }
      const { status, text } = await staff.post('/payments', body)
      expect(status, text).toBe(201)
    }
  }

  /** Adds deliveries that are due now, as this many payments would have. */
  const addDue = ({ id, webhookId }: { id: string; webhookId: string }, count: number) =>
    service.db.run(sql`
      with event as (
        insert into events (id, client_id, type, body)
        select new_id(), ${id}, 'payment.received', '{"number":' || number || '}'
        from generate_series(1, ${count}::int) as number
        returning id, client_id, type)
      insert into deliveries (id, client_id, endpoint_id, event_id, event_type, status, next_attempt_at)
      select new_id(), client_id, ${webhookId}, id, type, 'pending', now() from event`)

  return {
    service,
    db: service.db,
    staff,
    sender,
    aWorker,
    aSubscriber,
    pay,
    addDue,
    async stop() {
      await Promise.all(workers.map((worker) => worker.stop()))
      await sender.close()
      await Promise.all(pools.map((pool) => pool.close()))
      await service.stop()
    },
  }
}
export type Webhooks = Awaited<ReturnType<typeof startWebhooks>>
export type Subscriber = Awaited<ReturnType<Webhooks['aSubscriber']>>
