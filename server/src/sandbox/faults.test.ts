// Failures on request: as many as were asked for, on the routes that were named, and never outside the sandbox.
import { describe, expect, test } from 'vitest'
import { expectFaults, expectProblem } from '../../tests/harness/problem-answers.ts'
import { useWarehouse } from '../../tests/harness/prologue.ts'
import { startSecondProcess } from '../../tests/harness/service.ts'
import { order } from '../../tests/harness/warehouse.ts'

const { service, warehouse } = await useWarehouse()

async function aSandbox() {
  const live = await warehouse.aStockedClient(10)
  return { ...(await service.aSandboxOf(live)), live }
}

describe('POST /sandbox/faults', () => {
  test('lets so many of the next requests to a route fail, and then none', async () => {
    const { portal } = await aSandbox()
    const asked = await portal.post('/sandbox/faults', { kind: '503', times: 2, route: 'GET /orders/{id}' })
    expect(asked.body).toMatchObject({ kind: '503', times: 2, route: 'GET /orders/{id}' })
    const path = `/orders/${asked.body.id}`
    expect((await portal.get('/orders')).status).toBe(200)
    for (const left of [1, 0]) {
      const failed = await portal.get(path)
      expectProblem(failed, 'server/unavailable')
      expect(failed.headers.get('x-sandbox-fault')).toBe('503')
      expect(failed.headers.get('retry-after')).toBe('1')
      const { data } = (await portal.get('/sandbox/faults')).body
      expect(data.map(({ times }: { times: number }) => times)).toEqual(left > 0 ? [left] : [])
    }
    const found = await portal.get(path)
    expectProblem(found, 'orders/not-found')
    expect(found.headers.has('x-sandbox-fault')).toBe(false)
  })

  test('without a route concerns every route but those of the sandbox itself', async () => {
    const { portal } = await aSandbox()
    await portal.post('/sandbox/faults', { kind: '500', times: 1 })
    expect((await portal.get('/sandbox')).status).toBe(200)
    expectProblem(await portal.get('/stock'), 'server/internal')
    await portal.post('/sandbox/faults', { kind: '429', times: 1 })
    const limited = await portal.get('/me')
    expectProblem(limited, 'rate-limit/exceeded')
    expect(limited.headers.get('x-sandbox-fault')).toBe('429')
    expect((await portal.get('/me')).status).toBe(200)
  })

  test('does not count as a failure of the service in its metrics', async () => {
    const { portal } = await aSandbox()
    const counted = async () => {
      const text = await (await fetch(`${service.url}/metrics`)).text()
      return text
        .split('\n')
        .filter((line) => line.startsWith('anden_http_request_seconds_count') && /status="5/.test(line))
    }
    const before = await counted()
    await portal.post('/sandbox/faults', { kind: '500', times: 2 })
    expectProblem(await portal.get('/stock'), 'server/internal')
    expectProblem(await portal.get('/orders'), 'server/internal')
    expect(await counted()).toEqual(before)
  })

  test('fails before anything is done, so that a repetition orders once', async () => {
    const { portal } = await aSandbox()
    const productId: string = (await portal.get('/stock')).body.data[0].product_id
    await portal.post('/sandbox/receive', { items: [{ product_id: productId, quantity: 9 }] })
    const destinatarioId: string = (await portal.post('/destinatarios', { name: 'Vinoteca' })).body.id
    await portal.post('/sandbox/faults', { kind: '500', times: 1, route: 'POST /orders' })
    const place = () => order({ portal, productId, destinatarioId }, 1, {}, 'PED-1')
    expectProblem(await place(), 'server/internal')
    expect((await portal.get('/orders')).body.data).toEqual([])
    expect((await place()).status).toBe(201)
    expect((await place()).headers.get('idempotency-replayed')).toBe('true')
    expect((await portal.get('/orders')).body.data).toHaveLength(1)
  })

  test('counts over all processes', async () => {
    const { portal, token } = await aSandbox()
    const other = await startSecondProcess(service)
    try {
      await portal.post('/sandbox/faults', { kind: '503', times: 10, route: 'GET /me' })
      const callers = [portal, other.portal(token)]
      const answers = await Promise.all(
        Array.from({ length: 24 }, (_, index) => callers[index % 2]?.get('/me')),
      )
      const failed = answers.filter((answer) => answer?.headers.get('x-sandbox-fault') === '503')
      expect(failed).toHaveLength(10)
    } finally {
      await other.stop()
    }
  })

  test('is replaced by what is asked for the same route later, and DELETE clears all of it', async () => {
    const { portal } = await aSandbox()
    await portal.post('/sandbox/faults', { kind: '503', times: 5, route: 'GET /stock' })
    await portal.post('/sandbox/faults', { kind: '429', times: 7, route: 'GET /stock' })
    const { data } = (await portal.get('/sandbox/faults')).body
    expect(data).toMatchObject([{ kind: '429', times: 7, route: 'GET /stock' }])
    expect((await portal.delete('/sandbox/faults')).status).toBe(204)
    expect((await portal.get('/sandbox/faults')).body.data).toEqual([])
    expect((await portal.get('/stock')).status).toBe(200)
  })

  test('concerns no live request and no other sandbox', async () => {
    const { portal, live } = await aSandbox()
    const other = await service.aSandboxOf(await service.aClient())
    await portal.post('/sandbox/faults', { kind: '500', times: 5 })
    expect((await live.portal.get('/stock')).status).toBe(200)
    expect((await other.portal.get('/stock')).status).toBe(200)
    expect((await portal.get('/stock')).status).toBe(500)
  })

  test('refuses a route that there is not, or that never fails', async () => {
    const { portal } = await aSandbox()
    for (const route of ['GET /orden', 'GET /orders/:id', 'POST /sandbox/faults'])
      expect(expectFaults(await portal.post('/sandbox/faults', { kind: '500', times: 1, route }))).toEqual([
        'not_one_of',
      ])
  })
})
