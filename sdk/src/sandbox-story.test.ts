// The sample of the guide to the sandbox: a client sees every type of event within seconds, without the staff.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { eventTypes } from '@anden/contract'
import { describe, expect, test } from 'vitest'
import { startJobs } from '../../server/src/jobs/runner.ts'
import { useService } from '../../server/tests/harness/prologue.ts'
import type { Hooks } from './options.ts'
import { AndenSandbox } from './sandbox.ts'
import { allRows, backofficeOf, stockedClient } from './testing/clients.ts'

const service = await useService()
const everyEvent = fileURLToPath(new URL('../../docs/samples/sandbox/every-event.ts', import.meta.url))

test('a test key alone causes every type of event, and nothing live changes', async () => {
  const live = await stockedClient(service, await backofficeOf(service))
  const liveEvents = () => allRows(live.anden.events.list())
  const before = (await liveEvents()).length
  const { token } = await service.aSandboxOf({ id: live.clientId })
  const program = (apiKey: string) =>
    promisify(execFile)(process.execPath, [everyEvent], {
      env: { PATH: process.env['PATH'], ANDEN_URL: service.url, ANDEN_API_KEY: apiKey },
    })
  // Twice in the same sandbox.
  for (const _ of [1, 2]) {
    const { stdout } = await program(token)
    expect(stdout.trim().split('\n')).toEqual([...eventTypes].sort())
  }
  await expect(program(live.token)).rejects.toThrow('This needs a test key')
  expect(await liveEvents()).toHaveLength(before)
})

/** A sandbox with goods of one product, and the body of an order for one of them. */
async function aStockedSandbox(hooks: Hooks = {}) {
  const live = await stockedClient(service, await backofficeOf(service))
  const { token } = await service.aSandboxOf({ id: live.clientId })
  const anden = new AndenSandbox({ baseUrl: service.url, apiKey: token, hooks })
  const [row] = (await anden.stock.list()).data
  const product_id = row?.product_id ?? ''
  await anden.sandbox.receive({ items: [{ product_id, quantity: 10 }] })
  const { id: destinatario_id } = await anden.destinatarios.create({ name: 'Vinoteca' })
  return { anden, newOrder: { destinatario_id, items: [{ product_id, quantity: 1 }] } }
}

describe.each(['429', '500', '503'] as const)('after faults with the status %s', (kind) => {
  test('an order is repeated under its Idempotency-Key, and exists once', async () => {
    const sent: { key: string | null; status: number | undefined }[] = []
    const { anden, newOrder } = await aStockedSandbox({
      afterRequest: ({ method, route, headers }, { response }) => {
        if (`${method} ${route}` === 'POST /orders')
          sent.push({ key: headers.get('idempotency-key'), status: response?.status })
      },
    })
    await anden.sandbox.faults.create({ kind, times: 2, route: 'POST /orders' })
    const { id } = await anden.orders.create(newOrder)
    expect(sent.map(({ status }) => status)).toEqual([Number(kind), Number(kind), 201])
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1)
    expect((await allRows(anden.orders.list())).map((order) => order.id)).toEqual([id])
    expect((await anden.sandbox.faults.list()).data).toEqual([])
  })

  test('the error names the problem once the retries are used up, and nothing was ordered', async () => {
    const { anden, newOrder } = await aStockedSandbox()
    await anden.sandbox.faults.create({ kind, times: 5, route: 'POST /orders' })
    const failure = await anden.orders.create(newOrder, { retries: 1 }).catch((error) => error)
    expect(failure).toMatchObject({ status: Number(kind), attempts: 2 })
    expect(await allRows(anden.orders.list())).toEqual([])
    await anden.sandbox.faults.delete()
    await anden.orders.create(newOrder)
  })
})

describe('simulateAndWait', () => {
  test('waits for the last step, and tells of each', async () => {
    const { anden, newOrder } = await aStockedSandbox()
    const { id } = await anden.orders.create(newOrder)
    const noMail = { send: async () => '', check: async () => '', close: () => undefined }
    const jobs = await startJobs(service.deps, noMail)
    const done: number[] = []
    const simulation = await anden.sandbox.orders.simulateAndWait(
      id,
      { script: 'happy', step_seconds: 1 },
      { onProgress: ({ steps }) => done.push(steps.filter(({ state }) => state === 'done').length) },
    )
    await jobs.stop()
    expect(simulation).toMatchObject({ state: 'done', problem: null })
    expect([done[0], done.at(-1)]).toEqual([1, 5])
    expect(done).toEqual([...new Set(done)])
    expect((await anden.orders.get(id)).status).toBe('delivered')
  })

  test('returns at once what needs no time, also a step that is refused', async () => {
    const { anden, newOrder } = await aStockedSandbox()
    const { id } = await anden.orders.create(newOrder)
    const [lot] = (await anden.stock.lots.list()).data
    await anden.sandbox.lots.hold(lot?.id ?? '', { hold: true, reason: 'Retiro' })
    const simulation = await anden.sandbox.orders.simulateAndWait(id, { script: 'happy' })
    expect([simulation.state, simulation.problem?.code]).toEqual(['failed', 'orders/insufficient-stock'])
  })

  test('ends when its signal is aborted, and the simulation goes on', async () => {
    const { anden, newOrder } = await aStockedSandbox()
    const { id } = await anden.orders.create(newOrder)
    const stop = new AbortController()
    const waiting = anden.sandbox.orders.simulateAndWait(
      id,
      { script: 'happy', step_seconds: 60 },
      { signal: stop.signal, onProgress: () => stop.abort() },
    )
    await expect(waiting).rejects.toMatchObject({ code: 'request/aborted' })
    expect((await anden.sandbox.orders.simulation.get(id)).state).toBe('running')
  })
})

test('resetAndWait empties the sandbox and fills it, and the client goes on with its key', async () => {
  const { anden, newOrder } = await aStockedSandbox()
  await anden.orders.create(newOrder)
  const jobs = await startJobs(service.deps, {
    send: async () => '',
    check: async () => '',
    close: () => undefined,
  })
  const states: (string | undefined)[] = []
  const sandbox = await anden.sandbox.resetAndWait(
    { data: 'demo' },
    { onProgress: ({ reset }) => states.push(reset?.state) },
  )
  expect([sandbox.reset?.state, sandbox.reset?.problem, states.at(-1)]).toEqual(['done', null, 'done'])
  expect((await allRows(anden.stock.list({ min_quantity: 1 }))).length).toBeGreaterThan(0)
  const emptied = await anden.sandbox.resetAndWait({ data: 'empty' })
  expect(emptied.used).toMatchObject({ orders: 0, products: 0 })
  await jobs.stop()
})
