// A client never learns of a trip more than its order says: not the number, not the id, not how many there are. Everything that
// it can read is looked through.
import { expect, test } from 'vitest'
import { useWarehouse } from '../../tests/harness/prologue.ts'
import { tripsIn } from '../../tests/harness/trips.ts'
import { declarationDeps } from '../app/deps.ts'
import { portalPrefix, portalRouter } from '../app/routes.ts'
import { sql } from '../db/sql.ts'

const { service, warehouse } = await useWarehouse()
const { act } = warehouse
const { orderThat, aTrip, aDepartedTrip, changeNow } = tripsIn(warehouse)
const client = await warehouse.aStockedClient(100)
const other = await warehouse.aStockedClient(100)

const reads = [
  '/orders',
  '/orders.csv',
  '/orders/export?format=csv',
  '/orders/export?format=csv&rows=lines',
  '/orders?q=VIA',
  '/events?limit=100',
  '/events.csv',
  '/events/export?format=csv',
  '/remitos',
  '/remitos.csv',
  '/movements',
  '/overview',
  '/webhooks',
  '/requests',
  '/search?q=via',
  '/search?q=VIA-000001',
  '/search?q=1',
  '/search?q=quiroga',
  '/search?q=AB123CD',
]

test('nothing that a client reads names a trip, whatever its orders have been through', async () => {
  const { body: webhook } = await client.portal.post('/webhooks', {
    url: 'https://8.8.8.8/hook',
    events: ['order.*'],
  })
  const delivered = await orderThat(client, 'approve', 'prepare')
  const failed = await orderThat(client, 'approve', 'prepare')
  const planned = await orderThat(client, 'approve', 'prepare')
  const cancelled = await orderThat(client, 'approve')
  const strangers = [
    await orderThat(other, 'approve', 'prepare'),
    await orderThat(other, 'approve', 'prepare'),
  ]
  const departed = await aDepartedTrip(delivered, failed, ...strangers)
  await act(delivered, 'deliver')
  await act(failed, 'fail', 'Estaba cerrado')
  await changeNow(departed.id, { plate: 'AC765ZX' })
  const draft = await aTrip([planned, cancelled, failed])
  const { body: answer } = await client.portal.patch(`/orders/${cancelled}`, { action: 'cancel' })

  const details = [delivered, failed, planned, cancelled].flatMap((id) => [
    `/orders/${id}`,
    `/events?object_id=${id}`,
  ])
  const texts = [
    JSON.stringify(answer),
    ...(await Promise.all([...reads, ...details].map(read))),
    await read(`/webhooks/${webhook.id}/deliveries?limit=100`),
    ...(await deliveredBodies()),
  ]
  expect(texts.join('').length).toBeGreaterThan(10_000)
  for (const text of texts) {
    for (const secret of [departed.id, draft.id, departed.number, draft.number, 'trip_id', 'trip_number']) {
      expect(text).not.toContain(secret)
    }
    expect(text).not.toMatch(/VIA-\d/)
    for (const id of strangers) expect(text).not.toContain(id)
  }
  const shown = (await client.portal.get(`/orders/${failed}`)).body.trip
  expect(shown).toEqual({ plate: 'AC765ZX', driver_name: 'Raúl Quiroga', stop: 2, stops: 4 })
  expect((await client.portal.get(`/orders/${planned}`)).body.trip).toBeNull()
})

test('a draft changes no version of a client, whose orders are on it', async () => {
  const id = await orderThat(client, 'approve')
  const versions = () =>
    service.db.rows(sql`
      select topic, version from client_versions where client_id = ${client.id} order by topic`)
  const before = await versions()
  const { id: tripId } = await aTrip([id])
  await changeNow(tripId, { plate: 'AC765ZX' })
  await changeNow(tripId, { action: 'remove', order_id: id })
  expect(await versions()).toEqual(before)
})

test('no route of the portal has a trip in its path', () => {
  const paths = portalRouter(declarationDeps).routes.map(({ path }) => path)
  expect(paths.filter((path) => path.includes('trip'))).toEqual([])
})

async function read(path: string): Promise<string> {
  const answer = await fetch(`${service.url}${portalPrefix}${path}`, {
    headers: { authorization: `Bearer ${client.token}` },
  })
  const text = await answer.text()
  expect(answer.status, `${path} ${text}`).toBe(200)
  return text
}

async function deliveredBodies(): Promise<string[]> {
  const rows = await service.db.rows(
    sql<{ body: string }>`select body from events where client_id = ${client.id}`,
  )
  return rows.map(({ body }) => body)
}
