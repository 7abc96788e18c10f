// A reset: who waits for whom, what is there afterwards, and what stays.
import { describe, expect, test } from 'vitest'
import { expectProblem } from '../../../tests/harness/problem-answers.ts'
import { useWarehouse } from '../../../tests/harness/prologue.ts'
import { race, rounds, tally } from '../../../tests/harness/race.ts'
import { finishReset, resetJob } from '../../../tests/harness/resets.ts'
import { until } from '../../../tests/harness/until.ts'
import { order } from '../../../tests/harness/warehouse.ts'
import { declarationDeps } from '../../app/deps.ts'
import { portalRouter } from '../../app/routes.ts'
import { sql } from '../../db/sql.ts'
import { createDestinatario } from '../../destinatarios/change.ts'
import { runReset } from './run.ts'

const { service, warehouse } = await useWarehouse()

async function aSandbox() {
  const live = await warehouse.aStockedClient(50)
  const sandbox = await service.aSandboxOf(live)
  const productId: string = (await sandbox.portal.get('/stock')).body.data[0].product_id
  const items = [{ product_id: productId, quantity: 40, lot_number: 'A' }]
  await sandbox.portal.post('/sandbox/receive', { items })
  const destinatarioId = await warehouse.aDestinatario(sandbox)
  return { ...sandbox, live, productId, destinatarioId }
}

const placed = async (at: Parameters<typeof order>[0]) => {
  const answer = await order(at, 1)
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}
const resetTo = (at: { portal: ReturnType<typeof service.portal> }, data: string) =>
  at.portal.post('/sandbox/reset', { data })

describe('a reset', () => {
  test('answers at once, and shows how far it is', async () => {
    const sandbox = await aSandbox()
    await placed(sandbox)
    const answer = await resetTo(sandbox, 'empty')
    expect(answer.status, answer.text).toBe(202)
    expect(answer.body.reset).toMatchObject({
      data: 'empty',
      state: 'running',
      finished_at: null,
      problem: null,
    })
    await finishReset(service, sandbox.id)
    const { body } = await sandbox.portal.get('/sandbox')
    expect(body.used).toEqual({ orders: 0, products: 0, file_bytes: 0 })
    expect(body.reset).toMatchObject({ data: 'empty', state: 'done', finished_at: expect.any(String) })
    expect(body.reset.done).toBe(body.reset.total)
    expect(body.reset.done).toBeGreaterThan(5)
  })

  test('begins with a sandbox as new: its day, its numbers, its products', async () => {
    const sandbox = await aSandbox()
    const { day } = (await sandbox.portal.get('/sandbox')).body
    const first = await placed(sandbox)
    await sandbox.portal.post(`/sandbox/orders/${first.id}/simulate`, { script: 'happy' })
    await sandbox.portal.post('/sandbox/clock', { advance_to: `${Number(day.slice(0, 4)) + 1}-01-15` })
    await resetTo(sandbox, 'products')
    await finishReset(service, sandbox.id)
    const after = (await sandbox.portal.get('/sandbox')).body
    expect(after).toMatchObject({ day, used: { orders: 0, products: 1 } })
    const { body } = await sandbox.portal.get('/stock')
    expect(body.data).toMatchObject([{ quantity: 0 }])
    expect(body.data[0].product_id).not.toBe(sandbox.productId)
    const again = { ...sandbox, productId: body.data[0].product_id }
    const items = [{ product_id: again.productId, quantity: 5 }]
    expect((await sandbox.portal.post('/sandbox/receive', { items })).status).toBe(201)
    const next = await placed({ ...again, destinatarioId: await warehouse.aDestinatario(sandbox) })
    expect(next.order_number).toBe(first.order_number)
    await sandbox.portal.post(`/sandbox/orders/${next.id}/simulate`, { script: 'happy' })
    const egresos = (await sandbox.portal.get('/remitos?type=egreso')).body.data
    expect(egresos.map(({ remito_number }: { remito_number: string[] }) => remito_number)).toEqual([
      ['X 99999-00000001'],
    ])
  })

  test('takes nothing of the live account, and serves it meanwhile', async () => {
    const sandbox = await aSandbox()
    const before = (await sandbox.live.portal.get('/stock')).text
    await resetTo(sandbox, 'empty')
    expect((await sandbox.live.portal.get('/stock')).text).toBe(before)
    await finishReset(service, sandbox.id)
    expect((await sandbox.live.portal.get('/stock')).text).toBe(before)
    expect((await sandbox.live.portal.get('/destinatarios')).body.data).toHaveLength(1)
  })

  test('leaves keys and webhook endpoints as they are', async () => {
    const sandbox = await aSandbox()
    const endpoint = { url: 'https://erp.example/hooks', events: ['order.created'] }
    const added = await sandbox.portal.post('/webhooks', endpoint)
    expect(added.status, added.text).toBe(201)
    await placed(sandbox)
    await resetTo(sandbox, 'empty')
    await finishReset(service, sandbox.id)
    expect((await sandbox.portal.get('/webhooks')).body.data).toMatchObject([
      { id: added.body.id, url: endpoint.url },
    ])
    expect((await sandbox.portal.get(`/webhooks/${added.body.id}/deliveries`)).body.data).toEqual([])
    expect((await sandbox.portal.get('/me')).status).toBe(200)
  })

  test('leaves the cursor of a follower valid: it goes on with what comes after', async () => {
    const sandbox = await aSandbox()
    await placed(sandbox)
    // The feed waits for older transactions of the whole server, which other tests may have open.
    const feed = (from: string) => sandbox.portal.get(`/events?order=asc${from}`)
    const first = async () => (await feed('&limit=1')).body
    await until('the order is in the feed', async () => (await first()).data.length === 1)
    const { next_cursor } = await first()
    await resetTo(sandbox, 'demo')
    await finishReset(service, sandbox.id)
    const typesAfter = async () => {
      const { status, text, body } = await feed(`&limit=100&cursor=${next_cursor}`)
      expect(status, text).toBe(200)
      return body.data.map(({ type }: { type: string }) => type)
    }
    const ordered = async () => (await typesAfter()).filter((type: string) => type === 'order.created').length
    await until('the orders of the demo data are in the feed', async () => (await ordered()) >= 8)
    expect(await ordered()).toBe(8)
    expect((await typesAfter())[0]).toBe('remito.created')
  })
})

describe('demo data', () => {
  test('are products, stock, recipients, orders in every state and an account, by the rules of the warehouse', async () => {
    const sandbox = await aSandbox()
    await resetTo(sandbox, 'demo')
    await finishReset(service, sandbox.id)
    const { body } = await sandbox.portal.get('/sandbox')
    expect(body.reset, JSON.stringify(body.reset)).toMatchObject({ state: 'done', problem: null })
    expect(body.used).toMatchObject({ orders: 8, products: 1 })
    const orders = (await sandbox.portal.get('/orders?limit=100')).body.data
    const statuses = new Set(orders.map(({ status }: { status: string }) => status))
    expect([...statuses].sort()).toEqual(
      ['approved', 'delivered', 'in_preparation', 'in_transit', 'pending', 'rejected'].sort(),
    )
    expect((await sandbox.portal.get('/destinatarios')).body.data).toHaveLength(3)
    expect((await sandbox.portal.get('/balance')).body).toMatchObject({ saldo: 50_500 })
    const [lot] = (await sandbox.portal.get('/stock/lots')).body.data
    expect(lot.expiry_date ?? lot.vintage_year).not.toBeNull()
  })

  test('are wine and food where the account has no products', async () => {
    const sandbox = await service.aSandboxOf(await service.aClient())
    await resetTo(sandbox, 'demo')
    await finishReset(service, sandbox.id)
    const lots = (await sandbox.portal.get('/stock/lots?limit=100')).body.data
    expect(lots.some(({ vintage_year }: { vintage_year: number | null }) => vintage_year !== null)).toBe(true)
    expect(lots.some(({ expiry_date }: { expiry_date: string | null }) => expiry_date !== null)).toBe(true)
    expect((await sandbox.portal.get('/sandbox')).body.used).toMatchObject({ orders: 8, products: 6 })
  })
})

describe('while it runs', () => {
  test('a second reset is refused, whichever comes first', async () => {
    await rounds(4, async () => {
      const sandbox = await aSandbox()
      const asking = () => resetTo(sandbox, 'empty')
      const answers = await race([asking, asking, asking])
      expect(tally(answers)).toEqual({ '202': 1, '409 sandbox/resetting': 2 })
      await finishReset(service, sandbox.id)
    })
  })

  test('every request to the sandbox is refused, apart from those about itself and its keys', async () => {
    const sandbox = await aSandbox()
    await resetTo(sandbox, 'empty')
    const stayOpen = ['/me', '/session', '/live', '/sandbox', '/sandbox/reset']
    const routes = portalRouter(declarationDeps).routes.filter(
      ({ public: isPublic, environment, session, path }) =>
        !isPublic &&
        environment !== 'live' &&
        session === null &&
        !path.startsWith('/keys') &&
        !stayOpen.includes(path),
    )
    expect(routes.length).toBeGreaterThan(60)
    for (const { method, path } of routes) {
      const filled = path.replace(/:\w+/g, sandbox.productId)
      const answer = await sandbox.portal.call(method, filled)
      expectProblem(answer, 'sandbox/resetting')
      expect(answer.headers.get('retry-after')).toBe('1')
    }
    for (const path of ['/me', '/sandbox']) expect((await sandbox.portal.get(path)).status).toBe(200)
    const { api } = await sandbox.live.aUser()
    const switched = { 'anden-environment': 'sandbox' }
    expect((await api.get('/session', switched)).status).toBe(200)
    expect((await api.delete(`/keys/${sandbox.keyId}`, switched)).status).toBe(204)
    expect((await sandbox.portal.get('/me')).status).toBe(401)
    await finishReset(service, sandbox.id)
  })

  test('a change that had begun is waited for, and deleted with the rest', async () => {
    const sandbox = await aSandbox()
    const by = { actor: 'test', requestId: 'test' }
    let answered = false
    const asked = await service.db.transaction(async (tx) => {
      await createDestinatario(tx, by, sandbox.id, { name: 'A tiempo' })
      await tx.flush()
      const waiting = resetTo(sandbox, 'empty').finally(() => {
        answered = true
      })
      await new Promise((resolve) => setTimeout(resolve, 200))
      expect(answered).toBe(false)
      return { waiting }
    })
    expect((await asked.waiting).status).toBe(202)
    await finishReset(service, sandbox.id)
    expect((await sandbox.portal.get('/destinatarios')).body.data).toEqual([])
  })

  test('a change that it has overtaken is refused by the database', async () => {
    const sandbox = await aSandbox()
    const by = { actor: 'test', requestId: 'test' }
    const change = service.db.transaction(async (tx) => {
      await tx.rows(sql`select 1`)
      expect((await resetTo(sandbox, 'empty')).status).toBe(202)
      await createDestinatario(tx, by, sandbox.id, { name: 'Tarde' })
    })
    await expect(change).rejects.toMatchObject({ code: 'AN409' })
    await finishReset(service, sandbox.id)
  })
})

test('a reset that cannot be done is tried again, then fails, leaves the sandbox closed, and can be asked for again', async () => {
  const sandbox = await aSandbox()
  await resetTo(sandbox, 'demo')
  const broken = {
    ...resetJob(service),
    settingsOf: () => {
      throw new Error('broken')
    },
  }
  for (let tried = 0; tried < 5; tried++) {
    expect((await sandbox.portal.get('/sandbox')).body.reset.state).toBe('running')
    await expect(runReset(broken, sandbox.id)).rejects.toThrow('broken')
  }
  const { reset } = (await sandbox.portal.get('/sandbox')).body
  expect(reset).toMatchObject({ state: 'failed', problem: { code: 'server/internal' } })
  expectProblem(await sandbox.portal.get('/orders'), 'sandbox/resetting')
  expect((await resetTo(sandbox, 'demo')).status).toBe(202)
  await finishReset(service, sandbox.id)
  expect((await sandbox.portal.get('/orders')).body.data).toHaveLength(8)
})
