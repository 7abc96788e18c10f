// Wherever a person or a key appears, the name as it is now stands beside what the audit log keeps.
import { expect, test } from 'vitest'
import { useService } from '../../tests/harness/prologue.ts'
import { aWarehouse, order } from '../../tests/harness/warehouse.ts'
import { sql } from '../db/sql.ts'

const service = await useService()
const { staff, aStockedClient } = await aWarehouse(service)

test('orders, remitos, the ledger and traces name the person as called now, and the key', async () => {
  const leo = await service.aStaffUser()
  const client = await aStockedClient(5)
  const { id: orderId } = (await order(client, 2)).body
  expect((await leo.api.patch(`/orders/${orderId}`, { action: 'approve' })).status).toBe(200)
  const stocked = { client_id: client.id, items: [{ product_id: client.productId, quantity: 1 }] }
  const entered = (await leo.api.post('/remitos', { ...stocked, type: 'egreso' })).body
  expect(entered).toEqual((await staff.get(`/remitos/${entered.id}`)).body)
  await service.db.run(sql`update users set name = 'Leo Ñandú' where email = ${leo.email}`)

  const { timeline } = (await staff.get(`/orders/${orderId}`)).body
  expect(timeline).toMatchObject([
    { by: expect.stringMatching(/^client test \(/), by_name: 'test' },
    { by: `user ${leo.email}`, by_name: 'Leo Ñandú' },
  ])
  expect((await client.portal.get(`/orders/${orderId}`)).body.timeline[1]).not.toHaveProperty('by_name')

  const names = { issued_by: `user ${leo.email}`, issued_by_name: 'Leo Ñandú' }
  const remito = (await staff.get(`/remitos/${entered.id}`)).body
  expect(remito).toMatchObject({ ...names, voided_by: null, voided_by_name: null })
  const voided = (await staff.post(`/remitos/${entered.id}/void`, { reason: 'Error' })).body
  expect(voided).toMatchObject({ ...names, voided_by_name: 'test' })
  expect((await staff.get(`/remitos/${entered.id}`)).body).toEqual(voided)

  const { entries } = (await staff.get(`/ledger?product_id=${client.productId}`)).body
  const told = ['test', 'Leo Ñandú', 'Leo Ñandú', 'test']
  expect(entries.map((entry: { actor_name: string }) => entry.actor_name)).toEqual(told)
  const lot = `/lots/${entries[0].lot_id}/trace`
  const traced = (await staff.get(lot)).body.entries
  expect(traced.map((entry: { actor_name: string }) => entry.actor_name)).toEqual(told)
  const own = (await client.portal.get(`/stock${lot}`)).body.entries
  expect(own).toHaveLength(4)
  expect(own[0]).not.toHaveProperty('actor_name')
})
