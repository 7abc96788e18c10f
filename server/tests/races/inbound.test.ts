// Two people at the same moment on one inbound notice, or on its goods. Whoever locks the notice second sees what the first did.
import { afterAll, describe, expect, test } from 'vitest'
import { expectEventsMatch } from '../harness/expect-events.ts'
import { announce, announcement } from '../harness/inbound-data.ts'
import { expectInvariants } from '../harness/invariants.ts'
import { useWarehouse } from '../harness/prologue.ts'
import { expectOnly, race, rounds, tally, times } from '../harness/race.ts'

const { service, warehouse } = await useWarehouse({ maxConnections: 24 })
afterAll(() => expectEventsMatch(service.db))
const { staff } = warehouse

/** Announced, and arrived: 12 of one product. */
async function anArrival() {
  const client = await warehouse.aStockedClient(0)
  const { id, items } = await announce(client.portal, client.productId)
  const act = (change: object) => staff.patch(`/inbound/${id}`, change)
  await act({ action: 'arrive' })
  const line: string = items[0].id
  const receive = (quantity: number, more: object = {}) =>
    act({ action: 'receive', items: [{ item_id: line, quantity }], ...more })
  const read = async () => (await client.portal.get(`/inbound/${id}`)).body
  return { client, id, line, act, receive, read }
}

describe('of several who receive one notice', () => {
  test('each counts, once, whatever the others receive', async () => {
    await rounds(6, async () => {
      const { client, receive, read } = await anArrival()
      const answers = await race(times(6, () => () => receive(2)))
      expectOnly(answers, ['200'])
      const notice = await read()
      expect(notice).toMatchObject({
        status: 'receiving',
        revision: 8,
        items: [{ received: 12, difference: 0 }],
      })
      expect(notice.remito_ids).toHaveLength(6)
      expect((await client.portal.get(`/stock/${client.productId}`)).body.quantity).toBe(12)
      await expectInvariants(service.db)
    })
  })

  test('with the revision that all of them saw, one does', async () => {
    await rounds(6, async () => {
      const { receive, read } = await anArrival()
      const answers = await race(times(4, () => () => receive(12, { if_revision: 2 })))
      expect(tally(answers)).toEqual({ '200': 1, '409 inbound/changed-meanwhile': 3 })
      expect((await read()).items).toMatchObject([{ received: 12 }])
    })
  })

  test('goods that were not announced, each gets a line that counts', async () => {
    const { client, act, read } = await anArrival()
    const product_id = await warehouse.aProduct(client.id)
    const receive = () => act({ action: 'receive', items: [{ product_id, quantity: 1 }] })
    expectOnly(await race(times(5, () => receive)), ['200'])
    expect((await read()).items).toMatchObject([{ received: 0 }, { received: 5, announced: false }])
  })
})

test('of a cancellation and an arrival one counts, and the other is refused', async () => {
  const seen = new Set<string>()
  await rounds(60, async (round) => {
    if (round >= 10 && seen.size === 2) return
    const client = await warehouse.aStockedClient(0)
    const { id } = await announce(client.portal, client.productId)
    const [cancelled, arrived] = await race([
      () => client.portal.patch(`/inbound/${id}`, { action: 'cancel', reason: 'No sale' }),
      () => staff.patch(`/inbound/${id}`, { action: 'arrive' }),
    ])
    const outcomes = tally([cancelled, arrived].flatMap((answer) => answer ?? []))
    const { status } = (await client.portal.get(`/inbound/${id}`)).body
    seen.add(status)
    expect([status, outcomes]).toEqual(
      status === 'cancelled'
        ? ['cancelled', { '200': 1, '409 inbound/invalid-transition': 1 }]
        : ['arrived', { '200': 1, '409 inbound/not-changeable': 1 }],
    )
  })
})

test('of a voiding and a closing, both count; a notice that was closed first is open again', async () => {
  await rounds(12, async () => {
    const { line, act, receive, read } = await anArrival()
    const { body } = await receive(12)
    const [closed, voided] = await race([
      () => act({ action: 'close' }),
      () => staff.post(`/remitos/${body.remito_ids[0]}/void`, { reason: 'Error' }),
    ])
    expectOnly(voided ? [voided] : [], ['200'])
    // Whoever closes after the voiding has to say why all of it is missing.
    expectOnly(closed ? [closed] : [], ['200', '422 validation/invalid-body'])
    expect(await read()).toMatchObject({ status: 'receiving', closed_at: null, items: [{ received: 0 }] })
    await act({ action: 'close', differences: [{ item_id: line, reason: 'missing' }] })
    await expectInvariants(service.db)
  })
})

test('of two notices with one reference, one is made, and the other names it', async () => {
  await rounds(10, async () => {
    const { portal, productId } = await warehouse.aStockedClient(0)
    const given = announcement(productId)
    const answers = await race(times(4, () => () => portal.post('/inbound', given)))
    expect(tally(answers)).toEqual({ '201': 1, '409 inbound/duplicate-reference': 3 })
    const [made] = answers.filter(({ status }) => status === 201)
    for (const { status, body } of answers)
      if (status === 409) expect(body.existing).toEqual({ id: made?.body.id, number: 'AVI-000001' })
  })
})

test('receiving and voiding at once never deadlock, and leave what was received', async () => {
  await rounds(8, async () => {
    const { receive, read } = await anArrival()
    const { body } = await receive(5)
    const answers = await race([
      () => staff.post(`/remitos/${body.remito_ids[0]}/void`, { reason: 'Error' }),
      ...times(3, () => () => receive(4)),
    ])
    expectOnly(answers, ['200'])
    expect((await read()).items).toMatchObject([{ received: 12 }])
    await expectInvariants(service.db)
  })
})
