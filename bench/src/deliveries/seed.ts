// Seeds clients with two endpoints each, and the tables of the baseline senders.
import { randomUUID } from 'node:crypto'
import { secretKeys } from '../../../server/src/config/secrets.ts'
import type { Db } from '../../../server/src/db/database.ts'
import { sql } from '../../../server/src/db/sql.ts'
import type { Transaction } from '../../../server/src/db/transaction.ts'
import type { NewEvent } from '../../../server/src/events/publish.ts'
import { createClient } from '../../../server/src/identity/clients.ts'
import { endpointBoxes, newSigningSecret } from '../../../server/src/secret-key/secret-box.ts'
import { insertEndpoint } from '../../../server/src/webhooks/queries.ts'
import { secretKey } from '../anden.ts'

export const endpointsPerClient = 2

export type Endpoint = { id: string; clientId: string; url: string; secret: string }

/** Creates one endpoint per receiver URL, in the same order. */
export function seedDeliveries(db: Db, urls: readonly string[]): Promise<Endpoint[]> {
  const [box] = endpointBoxes(secretKeys([secretKey]))
  if (!box) throw new Error('no secret key')
  return db.transaction(async (tx) => {
    await addBaseline(tx)
    const endpoints: Endpoint[] = []
    let clientId = ''
    for (const [place, url] of urls.entries()) {
      if (place % endpointsPerClient === 0) clientId = await addClient(tx, place)
      const id = randomUUID()
      const secret = newSigningSecret()
      const sealed = box.seal(secret, id)
      const row = { id, url, description: null, events: ['payment.received'], secret: sealed }
      await tx.run(insertEndpoint(clientId, row))
      endpoints.push({ id, clientId, url, secret })
    }
    return endpoints
  })
}

async function addClient(tx: Transaction, number: number): Promise<string> {
  const details = { name: `Cliente ${number}`, email: `cliente${number}@bench.example`, cuit_dni: null }
  return (await createClient(tx, details)).id
}

async function addBaseline(tx: Transaction) {
  await tx.run(sql`create schema baseline`)
  await tx.run(sql`
    create table baseline.deliveries (
      id uuid primary key,
      event_id text not null,
      url text not null,
      secret text not null,
      body text not null,
      status text not null default 'pending',
      attempts integer not null default 0,
      response_status integer,
      duration_ms integer,
      delivered_at timestamptz
    ) with (fillfactor = 80)`)
  await tx.run(sql`create index on baseline.deliveries (id) where status = 'pending'`)
}

/** Copies `count` deliveries of events that Andén has delivered, to the same endpoints. */
export async function refillBaseline(db: Db, endpoints: readonly Endpoint[], count: number): Promise<void> {
  await db.run(sql`truncate baseline.deliveries`)
  await db.run(sql`
    insert into baseline.deliveries (id, event_id, url, secret, body)
    select new_id(), 'evt_' || event.id, endpoint.url, endpoint.secret, event.body
    from deliveries delivery
    join events event on event.id = delivery.event_id
    join unnest(${endpoints.map(({ id }) => id)}::uuid[], ${endpoints.map(({ url }) => url)}::text[],
      ${endpoints.map(({ secret }) => secret)}::text[]) as endpoint (id, url, secret)
      on endpoint.id = delivery.endpoint_id
    limit ${count}::int`)
}

/** Makes `payment.received` events for each client in turn. */
export function payments(clientIds: readonly string[], count: number, from = 0): NewEvent[] {
  const now = new Date().toISOString()
  return Array.from({ length: count }, (_, i) => ({
    clientId: clientIds[(from + i) % clientIds.length] ?? '',
    type: 'payment.received',
    object: {
      id: `pay_${randomUUID()}`,
      type: 'payment',
      amount: 1821.5 + i,
      payment_method: 'transferencia',
      number: null,
      description: `Pago factura 0003-${String(i).padStart(8, '0')}`,
      reverses: null,
      paid_on: now.slice(0, 10),
      created_at: now,
    },
  }))
}
