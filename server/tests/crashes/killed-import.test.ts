// kill -9 while a sheet is imported, and while two people receive one notice: all of it is done or nothing, and repeating it does
// nothing twice.
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { sql } from '../../src/db/sql.ts'
import { expectEventsMatch } from '../harness/expect-events.ts'
import type { Caller } from '../harness/http.ts'
import { announce } from '../harness/inbound-data.ts'
import { expectInvariants } from '../harness/invariants.ts'
import { useKillableServer } from '../harness/killable-server.ts'
import { sendSheet } from '../harness/order-sheets.ts'
import { times } from '../harness/race.ts'
import { sizes } from '../harness/sizes.ts'

const { db, warehouse, kill, killWhileWaitingFor, portalOfVictim, staffOfVictim } = await useKillableServer()
const { staff } = warehouse
const orders = 40

/** A client and a sheet with 40 orders of two lines each. */
async function aSheet() {
  const client = await warehouse.aStockedClient(1_000)
  const lines = times(orders, (order) =>
    Array(2).fill(`OC-${order},Vinoteca,${client.productId},1`).join('\n'),
  )
  const sheet = ['reference,destinatario,product_id,quantity', ...lines]
  const send = (portal: Caller) => sendSheet(portal, '/orders/imports', sheet)
  /** By the database, so that what a process has done after its death is seen, too. */
  const stored = () =>
    db.one(sql<{ placed: number; reserved: number; events: number; remembered: number }>`
      select
        (select count(*) from orders where client_id = ${client.id}) as placed,
        (select coalesce(sum(item.quantity), 0)::int from order_items item
          join orders on orders.id = item.order_id
          where orders.client_id = ${client.id} and orders.status = 'pending') as reserved,
        (select count(*) from events where client_id = ${client.id} and type = 'order.created') as events,
        (select count(*) from imported_orders where client_id = ${client.id}) as remembered`)
  return { client, send, stored }
}
const none = { placed: 0, reserved: 0, events: 0, remembered: 0 }
const all = { placed: orders, reserved: 2 * orders, events: orders, remembered: orders }

test('an import killed before its goods are looked at has placed nothing, and is placed when it is sent again', async () => {
  const { client, send, stored } = await aSheet()
  await killWhileWaitingFor(`select from stock where product_id = '${client.productId}' for update`, () =>
    send(portalOfVictim(client.token)),
  )
  expect(await stored()).toEqual(none)
  expect((await send(client.portal)).body).toMatchObject({ placed: orders, existing: 0 })
  expect(await stored()).toEqual(all)
}, 60_000)

test('an import killed at any moment has placed all of its orders or none, and sent again it places no second one', async () => {
  for (const _ of times(sizes.kills, () => null)) {
    const { client, send, stored } = await aSheet()
    const asked = send(portalOfVictim(client.token)).catch(() => null)
    await delay(Math.random() * 150)
    await kill()
    await asked
    await expect.poll(stored, { timeout: 20_000 }).toBeOneOf([none, all])
    const { status, body } = await send(client.portal)
    expect([status, body.placed + body.existing]).toEqual([201, orders])
    expect([body.placed, body.existing]).toContain(orders)
    expect(await stored()).toEqual(all)
    expect((await send(client.portal)).body).toMatchObject({ placed: 0, existing: orders })
  }
  await expectInvariants(db)
  await expectEventsMatch(db)
}, 180_000)

test('of two people who receive one notice, one of whose process is killed, each counts once or not at all', async () => {
  for (const _ of times(sizes.kills, () => null)) {
    const client = await warehouse.aStockedClient(0)
    const { id, items } = await announce(client.portal, client.productId)
    await staff.patch(`/inbound/${id}`, { action: 'arrive' })
    const receive = (of: Caller, quantity: number) =>
      of.patch(`/inbound/${id}`, { action: 'receive', items: [{ item_id: items[0].id, quantity }] })
    const killed = times(3, () => receive(staffOfVictim(), 2).catch(() => null))
    const others = times(3, () => receive(staff, 1))
    await delay(Math.random() * 80)
    await kill()
    const answered = (await Promise.all(killed)).filter((answer) => answer?.status === 200)
    for (const { status, text } of await Promise.all(others)) expect(status, text).toBe(200)
    const { body: notice } = await client.portal.get(`/inbound/${id}`)
    const [line] = notice.items
    // What was answered is there; what was cut off may be.
    expect([3, 5, 7, 9].slice(answered.length)).toContain(line.received)
    const { body: lots } = await client.portal.get(`/stock/${client.productId}`)
    expect(lots.quantity).toBe(line.received)
    expect(notice.remito_ids).toHaveLength(3 + (line.received - 3) / 2)
  }
  await expectInvariants(db)
  await expectEventsMatch(db)
}, 180_000)
