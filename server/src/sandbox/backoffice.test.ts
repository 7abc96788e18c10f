// The staff see of a sandbox that there is one, what it has, and until when it is kept.
import { expect, test } from 'vitest'
import { expectProblem } from '../../tests/harness/problem-answers.ts'
import { useWarehouse } from '../../tests/harness/prologue.ts'

const { service, warehouse } = await useWarehouse()

test('a client’s sandbox is described to the staff without an id of it', async () => {
  const live = await warehouse.aStockedClient()
  const sandbox = await service.aSandboxOf(live)
  const { body: own } = await sandbox.portal.get('/sandbox')
  const staff = await service.aStaffMember(['staff:clients'])
  const { status, body, text } = await staff.get(`/clients/${live.id}/sandbox`)
  expect(status, text).toBe(200)
  const { client_id, ...described } = own
  expect(body).toEqual({ ...described, keys: 1 })
  expect(body).toMatchObject({ used: { orders: 0, products: 1 }, reset: null, emptied_at: null })
  expect(text).not.toContain(client_id)
})

test('a client without one has none, and neither has a sandbox', async () => {
  const live = await service.aClient()
  const staff = await service.aStaffMember(['staff:clients'])
  expectProblem(await staff.get(`/clients/${live.id}/sandbox`), 'sandbox/not-found')
  const sandbox = await service.aSandboxOf(live)
  expectProblem(await staff.get(`/clients/${sandbox.id}/sandbox`), 'sandbox/not-found')
})
