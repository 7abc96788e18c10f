// Locks are taken in the same order whatever the order of the lines, so no client ever sees a deadlock.

import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { sql } from '../../src/db/sql.ts'
import { expectEventsMatch } from '../harness/expect-events.ts'
import { expectInvariants } from '../harness/invariants.ts'
import { useWarehouse } from '../harness/prologue.ts'
import { expectOnly, race, rounds, shuffled, times } from '../harness/race.ts'

const { service, warehouse } = await useWarehouse({ maxConnections: 24 })

async function deadlocks(): Promise<number> {
  await service.db.run(sql`select pg_stat_clear_snapshot()`)
  const row = await service.db.one(
    sql<{ deadlocks: number }>`
      select deadlocks::int from pg_stat_database where datname = current_database()`,
  )
  return row.deadlocks
}

test('orders, approvals, cancellations, remitos and transfers over the same products in any order', async () => {
  const clients = await Promise.all(times(2, () => warehouse.aStockedClient(1000)))
  const catalogs = await Promise.all(
    clients.map((client) => Promise.all(times(8, () => warehouse.aProduct(client.id)))),
  )
  for (const [index, client] of clients.entries()) {
    const goods = (catalogs[index] ?? []).map((product_id) => ({ product_id, quantity: 500 }))
    await warehouse.receive(client.id, ...goods)
  }
  const some = (index: number) => shuffled(catalogs[index] ?? []).slice(0, 2 + Math.floor(Math.random() * 6))
  const lines = (index: number) =>
    [...some(index), ...some(index)].map((product_id) => ({ product_id, quantity: 1 }))
  const one = (index: number) => shuffled(catalogs[index] ?? [])[0]
  const living: { id: string; client: number }[] = []

  const sendOrder = (index: number) => async () => {
    const client = clients[index]
    const body = { destinatario_id: client?.destinatarioId, items: lines(index) }
    const answer = await warehouseOrder(client, body)
    if (answer.status === 201) living.push({ id: answer.body.id, client: index })
    return answer
  }
  const warehouseOrder = (client: (typeof clients)[number] | undefined, body: object) =>
    client?.portal.post('/orders', body, { 'idempotency-key': uuidv7() }) ??
    Promise.reject(new Error('there are two clients'))

  await rounds(8, async () => {
    const answers = await race(
      [
        ...times(12, (index) => sendOrder(index % 2)),
        ...living
          .splice(0, 10)
          .flatMap(({ id, client }) => [
            () => warehouse.act(id, 'approve'),
            () => clients[client]?.portal.patch(`/orders/${id}`, { action: 'cancel' }) as never,
          ]),
        ...times(4, (index) => () => {
          const items = lines(index % 2)
          const type = index < 2 ? 'ingreso' : 'egreso'
          return warehouse.staff.post('/remitos', { client_id: clients[index % 2]?.id, type, items })
        }),
        ...times(4, (index) => () => {
          const [from_product_id, to_product_id] = [one(index % 2), one((index + 1) % 2)]
          const body = { from_product_id, to_product_id, quantity: 1, reason: 'Venta' }
          return warehouse.staff.post('/stock/transfers', body)
        }),
      ],
      20,
    )
    expectOnly(answers, ['200', '201', '409 orders/invalid-transition'])
    await expectInvariants(service.db)
  })
  expect(await deadlocks()).toBe(0)
  await expectEventsMatch(service.db)
}, 120_000)
