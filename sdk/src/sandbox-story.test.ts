// The sample of the guide to the sandbox: a client sees every type of event within seconds, without the staff.
import { type EventType, eventTypes } from '@anden/contract'
import { expect, test } from 'vitest'
import { everyEvent } from '../../docs/samples/sandbox/every-event.ts'
import { useService } from '../../server/tests/harness/prologue.ts'
import { AndenSandbox } from './sandbox.ts'
import { allRows, backofficeOf, stockedClient } from './testing/clients.ts'

const service = await useService()

test('a test key alone causes every type of event, and nothing live changes', async () => {
  const live = await stockedClient(service, await backofficeOf(service))
  const liveEvents = () => allRows(live.anden.events.list())
  const before = (await liveEvents()).length
  const { token } = await service.aSandboxOf({ id: live.clientId })
  const anden = new AndenSandbox({ baseUrl: service.url, apiKey: token })
  await everyEvent(anden)
  const seen = new Set<string>((await allRows(anden.events.list())).map(({ type }) => type))
  expect(eventTypes.filter((type: EventType) => !seen.has(type))).toEqual([])
  expect(await liveEvents()).toHaveLength(before)
  // Again, in the same sandbox.
  await everyEvent(anden)
})

test('the SDK repeats what an asked-for fault has refused, and orders once', async () => {
  const live = await stockedClient(service, await backofficeOf(service))
  const { token } = await service.aSandboxOf({ id: live.clientId })
  const anden = new AndenSandbox({ baseUrl: service.url, apiKey: token })
  const [row] = (await anden.stock.list()).data
  const product_id = row?.product_id ?? ''
  await anden.sandbox.receive({ items: [{ product_id, quantity: 10 }] })
  const { id: destinatario_id } = await anden.destinatarios.create({ name: 'Vinoteca' })
  await anden.sandbox.faults.create({ kind: '503', times: 1, route: 'POST /orders' })
  await anden.orders.create({ destinatario_id, items: [{ product_id, quantity: 1 }] })
  expect(await allRows(anden.orders.list())).toHaveLength(1)
  expect((await anden.sandbox.faults.list()).data).toEqual([])
})
