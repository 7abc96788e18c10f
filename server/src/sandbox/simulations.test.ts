// Simulated orders: what each script does, where it can begin, and that the queue goes on with it after a restart.
import { describe, expect, test } from 'vitest'
import { expectProblem } from '../../tests/harness/problem-answers.ts'
import { useWarehouse } from '../../tests/harness/prologue.ts'
import { until } from '../../tests/harness/until.ts'
import { order } from '../../tests/harness/warehouse.ts'
import { sql } from '../db/sql.ts'
import { startJobs } from '../jobs/runner.ts'

const { service, warehouse } = await useWarehouse()

/** A sandbox with goods of one product, and somebody to order them for. */
async function aStockedSandbox(quantity = 100) {
  const live = await warehouse.aStockedClient(10)
  const sandbox = await service.aSandboxOf(live)
  const { portal } = sandbox
  const [row] = (await portal.get('/stock')).body.data
  const productId: string = row.product_id
  await portal.post('/sandbox/receive', { items: [{ product_id: productId, quantity }] })
  const destinatarioId: string = (await portal.post('/destinatarios', { name: 'Vinoteca' })).body.id
  const stocked = { ...sandbox, live, productId, destinatarioId }
  return {
    ...stocked,
    place: async (count = 4): Promise<string> => (await order(stocked, count)).body.id,
    simulate: (id: string, script: string, more: object = {}) =>
      portal.post(`/sandbox/orders/${id}/simulate`, { script, ...more }),
    statusOf: async (id: string) => (await portal.get(`/orders/${id}`)).body.status,
    quantity: async () => (await portal.get(`/stock/${productId}`)).body.quantity,
    typesOf: async (id: string) =>
      (await portal.get(`/events?object_id=${id}&limit=100`)).body.data
        .toReversed()
        .map(({ type }: { type: string }) => type),
    allTypes: async () => {
      const { data } = (await portal.get('/events?limit=100')).body
      return new Set<string>(data.map(({ type }: { type: string }) => type))
    },
  }
}

const actionsOf = ({ steps }: { steps: { action: string }[] }) => steps.map(({ action }) => action)

describe('POST /sandbox/orders/{id}/simulate', () => {
  test('happy delivers the order and has it accepted, by the staff’s own rules', async () => {
    const sandbox = await aStockedSandbox()
    const id = await sandbox.place()
    const { status, body } = await sandbox.simulate(id, 'happy')
    expect(status).toBe(202)
    expect(body).toMatchObject({ order_id: id, state: 'done', step_seconds: 0, problem: null })
    expect(actionsOf(body)).toEqual(['approve', 'prepare', 'pack', 'dispatch', 'accept'])
    expect(await sandbox.typesOf(id)).toEqual([
      'order.created',
      'order.approved',
      'order.in_preparation',
      'order.in_transit',
      'order.delivered',
    ])
    const { body: shown } = await sandbox.portal.get(`/orders/${id}`)
    expect(shown).toMatchObject({ status: 'delivered', packages: 1, acceptance: { outcome: 'accepted' } })
    expect(await sandbox.quantity()).toBe(96)
    expect(await sandbox.allTypes()).toContain('remito.accepted')
    expect((await sandbox.portal.get(`/sandbox/orders/${id}/simulation`)).body).toEqual(body)
  })

  test('reject rejects it, and its goods are free again', async () => {
    const sandbox = await aStockedSandbox()
    const id = await sandbox.place()
    expect((await sandbox.simulate(id, 'reject')).body.state).toBe('done')
    expect(await sandbox.statusOf(id)).toBe('rejected')
    const { body } = await sandbox.portal.get(`/stock/${sandbox.productId}`)
    expect(body.available_quantity).toBe(100)
  })

  test('fail_then_deliver fails once, fail_and_cancel voids the remito and returns the goods', async () => {
    const sandbox = await aStockedSandbox()
    const [late, lost] = [await sandbox.place(), await sandbox.place()]
    await sandbox.simulate(late, 'fail_then_deliver')
    expect((await sandbox.typesOf(late)).slice(3)).toEqual([
      'order.in_transit',
      'order.failed_delivery',
      'order.in_transit',
      'order.delivered',
    ])
    await sandbox.simulate(lost, 'fail_and_cancel')
    expect(await sandbox.statusOf(lost)).toBe('cancelled')
    expect(await sandbox.quantity()).toBe(96)
    expect(await sandbox.allTypes()).toContain('remito.voided')
  })

  test('partial_refusal disputes the remito, and the refused part comes back into stock', async () => {
    const sandbox = await aStockedSandbox()
    const id = await sandbox.place(4)
    const { body } = await sandbox.simulate(id, 'partial_refusal')
    expect([body.state, body.problem]).toEqual(['done', null])
    expect((await sandbox.portal.get(`/orders/${id}`)).body).toMatchObject({
      status: 'delivered',
      acceptance: { outcome: 'with_differences' },
    })
    expect(await sandbox.quantity()).toBe(98)
    const types = ['remito.disputed', 'return.expected', 'return.received']
    expect([...(await sandbox.allTypes())]).toEqual(expect.arrayContaining(types))
  })

  test('goes on from where the order is', async () => {
    const sandbox = await aStockedSandbox()
    const id = await sandbox.place()
    await sandbox.simulate(id, 'happy', { step_seconds: 60 })
    expect(await sandbox.statusOf(id)).toBe('approved')
    await service.db.run(sql`update sandbox_simulations set state = 'done' where order_id = ${id}`)
    const { body } = await sandbox.simulate(id, 'fail_and_cancel')
    expect(actionsOf(body)).toEqual(['prepare', 'pack', 'dispatch', 'fail', 'cancel'])
    expect(await sandbox.statusOf(id)).toBe('cancelled')
  })

  test('refuses a script that cannot start, and says which can', async () => {
    const sandbox = await aStockedSandbox()
    const id = await sandbox.place(1)
    const problem = expectProblem(
      await sandbox.simulate(id, 'partial_refusal'),
      'sandbox/script-not-startable',
    )
    expect(problem).toMatchObject({
      current_status: 'pending',
      scripts: ['happy', 'reject', 'fail_then_deliver', 'fail_and_cancel'],
    })
    await sandbox.simulate(id, 'happy', { step_seconds: 60 })
    const running = expectProblem(await sandbox.simulate(id, 'happy'), 'sandbox/script-not-startable')
    expect(running.scripts).toEqual([])
    const ended = await sandbox.place()
    await sandbox.simulate(ended, 'reject')
    const over = expectProblem(await sandbox.simulate(ended, 'happy'), 'sandbox/script-not-startable')
    expect(over).toMatchObject({ current_status: 'rejected', scripts: [] })
  })

  test('ends with the problem of a step that is refused, and leaves the order as it is', async () => {
    const sandbox = await aStockedSandbox(4)
    const id = await sandbox.place(4)
    const [lot] = (await sandbox.portal.get('/stock/lots')).body.data
    await sandbox.portal.post(`/sandbox/lots/${lot.id}/hold`, { hold: true, reason: 'Retiro' })
    const { body } = await sandbox.simulate(id, 'happy')
    expect(body).toMatchObject({
      state: 'failed',
      steps: [{ action: 'approve', state: 'failed' }, ...Array(4).fill({ state: 'waiting' })],
      problem: { code: 'orders/insufficient-stock', detail: expect.any(String) },
    })
    expect(await sandbox.statusOf(id)).toBe('pending')
    await sandbox.portal.post(`/sandbox/lots/${lot.id}/hold`, { hold: false })
    expect((await sandbox.simulate(id, 'happy')).body.state).toBe('done')
  })

  test('simulates no order of its live client', async () => {
    const sandbox = await aStockedSandbox()
    const { destinatarioId, productId, portal } = sandbox.live
    const { body } = await order({ portal, destinatarioId, productId }, 1)
    expectProblem(await sandbox.simulate(body.id, 'happy'), 'orders/not-found')
    expect((await portal.get(`/orders/${body.id}`)).body.status).toBe('pending')
  })

  test('with step_seconds leaves the rest to the job queue of any process', async () => {
    const sandbox = await aStockedSandbox()
    const id = await sandbox.place()
    const { body } = await sandbox.simulate(id, 'happy', { step_seconds: 60 })
    expect(body).toMatchObject({
      state: 'running',
      steps: [{ state: 'done' }, { state: 'waiting' }, {}, {}, {}],
    })
    const times = body.steps.map(({ due_at }: { due_at: string }) => Date.parse(due_at))
    expect(times.map((time: number) => time - times[0])).toEqual([0, 60_000, 120_000, 180_000, 240_000])
    // As if four minutes had passed while no process was running.
    await service.db.run(
      sql`update sandbox_simulations set started_at = started_at - interval '4 minutes' where order_id = ${id}`,
    )
    await service.db.run(sql`update graphile_worker._private_jobs set run_at = now()`)
    const noMail = { send: async () => '', check: async () => '', close: () => undefined }
    const jobs = await startJobs(service.deps, noMail)
    await until('it is delivered', async () => (await sandbox.statusOf(id)) === 'delivered')
    await jobs.stop()
    expect((await sandbox.portal.get(`/sandbox/orders/${id}/simulation`)).body.state).toBe('done')
    expect(await sandbox.typesOf(id)).toHaveLength(5)
  })
})
