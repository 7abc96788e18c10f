// Clients and dispatchers change, approve, reject and cancel the same few orders at once, on two processes. Nothing is oversold, and
// no change that was accepted is lost: each is on top of the one before it.
import { type OrderUpdate, staffScopes } from '@anden/contract'
import { afterAll, expect, test } from 'vitest'
import { issueStaffKey } from '../../src/identity/issue-keys.ts'
import { expectEventsMatch } from '../harness/expect-events.ts'
import { expectInvariants } from '../harness/invariants.ts'
import { useWarehouse } from '../harness/prologue.ts'
import { outcome, race, rounds, tally, times } from '../harness/race.ts'
import { startSecondProcess } from '../harness/service.ts'
import { sizes } from '../harness/sizes.ts'
import { order } from '../harness/warehouse.ts'

const { service, warehouse } = await useWarehouse({ maxConnections: 24 })
const second = await startSecondProcess(service)
afterAll(async () => {
  await second.stop()
  await expectEventsMatch(service.db)
})
const { token } = await issueStaffKey(service.db, { name: 'second', scopes: staffScopes })
const staff = [warehouse.staff, second.backoffice(token)] as const
const client = await warehouse.aStockedClient(60)
const portals = [client.portal, second.portal(client.token)] as const
const atOnce = 48
type Answer = Awaited<ReturnType<typeof race>>[number]
const any = <Item>(items: readonly Item[]) => items[Math.floor(Math.random() * items.length)] as Item
const read = async (id: string) => (await client.portal.get(`/orders/${id}`)).body

const allowed = [
  '200',
  '409 orders/changed-meanwhile',
  '409 orders/not-changeable',
  '409 orders/not-cancellable',
  '409 orders/invalid-transition',
  '422 orders/insufficient-stock',
]

test(`${sizes.changesAtOnce} changes, approvals and cancellations at once never oversell, and never lose one`, async () => {
  const pending: string[] = await Promise.all(times(30, async () => (await order(client, 1)).body.id))
  /** By order, the notes that were accepted, each with what it replaced. */
  const accepted = new Map<string, { note: string; revision: number }[]>(pending.map((id) => [id, []]))
  const asks = times(sizes.changesAtOnce, (index) => async () => {
    const id = any(pending)
    const { revision: if_revision } = await read(id)
    const items = [{ product_id: client.productId, quantity: 1 + Math.floor(Math.random() * 5) }]
    const note = `Cambio ${index}`
    const update = { action: 'update', if_revision, items, notes: note }
    // Most are changes: an order is approved or cancelled only once.
    const answer = await any([
      ...times(12, () => () => any(portals).patch(`/orders/${id}`, update)),
      ...times(6, () => () => any(staff).patch(`/orders/${id}`, { ...update, reason: 'x' })),
      () => any(staff).patch(`/orders/${id}`, { action: 'approve', if_revision }),
      () =>
        any(staff).patch(`/orders/${id}`, { action: any(['reject', 'cancel']), if_revision, reason: 'x' }),
      () => any(portals).patch(`/orders/${id}`, { action: 'cancel' }),
    ])()
    if (answer.status === 200 && answer.body.notes === note)
      accepted.get(id)?.push({ note, revision: answer.body.revision })
    return answer
  })
  const answers: Answer[] = []
  // As many at once as both processes have connections: more would only wait, until they are told to come back.
  await Promise.all(
    times(atOnce, async () => {
      for (let ask = asks.pop(); ask; ask = asks.pop()) answers.push(await ask())
    }),
  )
  expect(Object.keys(tally(answers)).filter((one) => !allowed.includes(one))).toEqual([])
  expect(answers.filter((answer) => outcome(answer) === '200').length).toBeGreaterThan(30)
  await expectInvariants(service.db)
  for (const id of pending) {
    const { changes, notes } = await read(id)
    const listed = (changes as OrderUpdate[]).map(({ revision, fields }) => {
      const noted = fields.find(({ field }) => field === 'notes')
      return { note: noted?.after, revision, before: noted?.before }
    })
    const inOrder = (accepted.get(id) ?? []).sort((one, other) => one.revision - other.revision)
    expect(listed).toEqual(
      inOrder.map((one, index) => ({ ...one, before: inOrder[index - 1]?.note ?? null })),
    )
    expect(notes).toBe(inOrder.at(-1)?.note ?? null)
  }
  // What is still pending can be approved: it was never promised twice.
  const left = (await client.portal.get('/orders?status=pending&limit=100')).body.data
  const approvals = await race(
    left.map(
      ({ id, revision }: { id: string; revision: number }) =>
        () =>
          any(staff).patch(`/orders/${id}`, { action: 'approve', if_revision: revision }),
    ),
  )
  expect(tally(approvals)).toEqual(left.length > 0 ? { '200': left.length } : {})
  await expectInvariants(service.db)
}, 180_000)

test('of a change and an approval of the same revision, one is refused and says what the other did', async () => {
  await warehouse.receive(client.id, { product_id: client.productId, quantity: 100 })
  await rounds(10, async (round) => {
    const { id } = (await order(client, 1)).body
    const [changed, approved] = (await race([
      () => portals[0].patch(`/orders/${id}`, { action: 'update', if_revision: 1, notes: `n${round}` }),
      () => staff[1].patch(`/orders/${id}`, { action: 'approve', if_revision: 1 }),
    ])) as [Answer, Answer]
    const after = await read(id)
    expect(after.revision).toBe(2)
    if (changed.status === 200) {
      expect([outcome(approved), approved.body.revision]).toEqual(['409 orders/changed-meanwhile', 2])
      expect(approved.body.changes[0].fields[0].after).toBe(`n${round}`)
    } else {
      expect([outcome(approved), outcome(changed)]).toEqual(['200', '409 orders/not-changeable'])
      expect(after.notes).toBeNull()
    }
  })
})
