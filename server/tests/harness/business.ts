// A day's business: a thousand writes of every kind, by callers who do not give up. Each repeats a request with its key
// until it is answered, and records what the outcome must be.
import { setTimeout as delay } from 'node:timers/promises'
import { type PublicRemito, returnDispositions, staffScopes } from '@anden/contract'
import { uuidv7 } from 'uuidv7'
import { expect } from 'vitest'
import { backofficePrefix, portalPrefix } from '../../src/app/routes.ts'
import type { Db } from '../../src/db/database.ts'
import { createClient } from '../../src/identity/clients.ts'
import { issueApiKey, issueStaffKey } from '../../src/identity/issue-keys.ts'
import { accept, aPng, type Sent, whole } from './acceptances.ts'
import { importSheet, placeBatch } from './business-in-bulk.ts'
import { type Caller, caller, type HttpAnswer } from './http.ts'
import type { Journal } from './journal.ts'
import { outcome, shuffled, times } from './race.ts'
import { aPdf, upload } from './uploads.ts'

export type Any = HttpAnswer<ReturnType<typeof JSON.parse>>

/** Sends the request until it is answered. Returns the response, and how often it was sent. */
export type Ask = (send: (url: string) => Promise<Any>) => Promise<{ answer: Any; attempts: number }>

const plenty = { read_per_hour: 1_000_000, write_per_hour: 1_000_000, burst_per_minute: 1_000_000 }

/** Two clients with plenty of goods, and a member of the staff. */
export async function openBusiness(db: Db, ask: Ask, scopes: readonly string[]) {
  const staffToken = (await issueStaffKey(db, { name: 'ERP', scopes: staffScopes })).token
  const staff = (send: (staff: Caller) => Promise<Any>) =>
    ask((url) => send(caller(url + backofficePrefix, staffToken)))
  const clients = await Promise.all(
    times(2, async () => {
      const owner = { name: `Cliente ${uuidv7().slice(-6)}`, email: 'c@cliente.example', cuit_dni: null }
      const { id } = await createClient(db, owner)
      const { token } = await issueApiKey(db, { clientId: id, name: 'test', scopes, rateLimits: plenty })
      const portal = (send: (portal: Caller) => Promise<Any>) =>
        ask((url) => send(caller(url + portalPrefix, token)))
      const made = await portal((api) => api.post('/destinatarios', { name: 'Vinoteca' }))
      const products = await Promise.all(
        times(3, async (index) => {
          const product = { name: 'Vino', sku: `VINO-${index}`, unit_type: 'caja' }
          return (await staff((api) => api.post(`/clients/${id}/products`, product))).answer.body.id as string
        }),
      )
      const items = products.map((product_id) => ({ product_id, quantity: 100_000, lot_number: 'INICIAL' }))
      const body = { client_id: id, type: 'ingreso', items }
      expect((await staff((api) => api.post('/remitos', body))).answer.status).toBe(201)
      return { id, token, portal, products, destinatarioId: made.answer.body.id as string }
    }),
  )
  return { clients, staff, ask }
}
export type Business = Awaited<ReturnType<typeof openBusiness>>
type Client = Business['clients'][number]
type Noted = Journal['orders'][number]

/** The kinds of transactions, and how many writes each takes. */
const dealings = {
  ordered: 1,
  imported: 2,
  batched: 2,
  attached: 3,
  approved: 2,
  changed: 4,
  delivered: 6,
  travelled: 12,
  cancelled: 2,
  takenBack: 3,
  rejected: 2,
  received: 1,
  announced: 5,
  returned: 7,
  accepted: 6,
  disputed: 7,
  handedOut: 1,
  paid: 1,
  reversed: 2,
  newDestinatario: 1,
} as const
type Dealing = keyof typeof dealings

/** Enough for each kind to occur once. */
export const writesOfEachKind = Object.values(dealings).reduce((sum, count) => sum + count, 0)

/** At least this many writes, of all kinds, in random order. */
export function aDay(writes: number): Dealing[] {
  const kinds = Object.keys(dealings) as Dealing[]
  const day: Dealing[] = []
  for (let count = 0; count < writes; count += dealings[day.at(-1) ?? 'paid']) {
    day.push(kinds[day.length % kinds.length] ?? 'paid')
  }
  return shuffled(day)
}

function expectOutcome(
  { answer, attempts }: { answer: Any; attempts: number },
  good: string,
  again?: string,
) {
  const allowed = again !== undefined && attempts > 1 ? [good, again] : [good]
  expect(allowed, answer.text).toContain(outcome(answer))
}

const withEachDifference = (item: Record<string, unknown>) => ({
  ...item,
  accepted: Number(item['accepted']) - 3,
  missing: 1,
  damaged: 1,
  refused: 1,
})

/** Carries out one transaction, and records the expected outcome. */
export async function deal(business: Business, kind: Dealing, journal: Journal): Promise<void> {
  const { staff } = business
  const client = shuffled(business.clients)[0] as Client
  const goods = (quantity: number) =>
    shuffled(client.products)
      .slice(0, 1 + Math.floor(Math.random() * 3))
      .map((product_id) => ({ product_id, quantity }))
  const keyed = { 'idempotency-key': uuidv7() }
  const post = async (path: string, body: object) => {
    const asked = await staff((api) => api.post(path, body, keyed))
    expectOutcome(asked, '201')
    return asked.answer.body.id as string
  }
  const order = async (headers = keyed, quantity = 1) => {
    const body = { destinatario_id: client.destinatarioId, items: goods(quantity) }
    const asked = await client.portal((api) => api.post('/orders', body, headers))
    expectOutcome(asked, '201')
    const noted = { id: asked.answer.body.id as string, status: 'pending' }
    journal.orders.push(noted)
    return noted
  }
  /** Without a key, a retry may find that the first attempt succeeded. */
  const act = async (noted: { id: string; status: string }, action: string, status: string) => {
    const change = { action, reason: 'Por prueba' }
    const asked = await staff((api) => api.patch(`/orders/${noted.id}`, change))
    expectOutcome(asked, '200', '409 orders/invalid-transition')
    noted.status = status
  }
  const pack = async (noted: Noted, packages: number) => {
    const change = { action: 'pack', packages, checked: true }
    expectOutcome(await staff((api) => api.patch(`/orders/${noted.id}`, change)), '200')
    noted.packages = packages
  }
  /** By the client, then by the staff. A retry finds that its first attempt has changed the order. */
  const change = async (noted: Noted) => {
    const path = `/orders/${noted.id}`
    const repeated = '409 orders/changed-meanwhile'
    const items = goods(2)
    const update = { action: 'update', items, notes: uuidv7() }
    const byClient = { ...update, if_revision: 1 }
    expectOutcome(await client.portal((api) => api.patch(path, byClient)), '200', repeated)
    const byStaff = { action: 'update', if_revision: 2, notes: uuidv7(), reason: 'Por prueba' }
    expectOutcome(await staff((api) => api.patch(path, byStaff)), '200', repeated)
    noted.updates = 2
  }
  const cancel = async (noted: { id: string; status: string }) => {
    expectOutcome(await client.portal((api) => api.patch(`/orders/${noted.id}`, { action: 'cancel' })), '200')
    noted.status = 'cancelled'
  }
  const prepared = async (quantity = 1) => {
    const noted = await order({ 'idempotency-key': uuidv7() }, quantity)
    await act(noted, 'approve', 'approved')
    await act(noted, 'prepare', 'in_preparation')
    return noted
  }
  /** Both on one trip, which departs while one of them is cancelled: it leaves with the trip, or the trip without it. */
  const travel = async (kept: Noted, doubtful: Noted) => {
    const date = new Date().toISOString().slice(0, 10)
    const trip = { date, driver_name: 'Raúl Quiroga', order_ids: [kept.id, doubtful.id] }
    const path = `/trips/${await post('/trips', trip)}`
    const change = (if_revision: number, action: string) =>
      staff((api) => api.patch(path, { if_revision, action }))
    const [departed, cancelled] = await Promise.all([
      change(1, 'depart'),
      staff((api) => api.patch(`/orders/${doubtful.id}`, { action: 'cancel', reason: 'Por prueba' })),
    ])
    expect(['200', '409 orders/invalid-transition']).toContain(outcome(cancelled.answer))
    const isCancelled = cancelled.answer.status === 200
    // A retry finds what its first attempt has changed.
    const late = '409 trips/changed-meanwhile'
    if (isCancelled) {
      expect(outcome(departed.answer)).toBe(late)
      expectOutcome(await change(2, 'depart'), '200', late)
    } else expectOutcome(departed, '200', late)
    kept.status = 'in_transit'
    doubtful.status = isCancelled ? 'cancelled' : 'in_transit'
    await act(kept, 'deliver', 'delivered')
    if (!isCancelled) await act(doubtful, 'fail', 'failed_delivery')
    const { stops, revision } = (await staff((api) => api.get(path))).answer.body
    const outcomes = stops.map((stop: { outcome: string | null }) => stop.outcome)
    expect(outcomes).toEqual(isCancelled ? ['delivered'] : ['delivered', 'failed'])
    expectOutcome(await change(revision, 'close'), '200', late)
  }
  const attach = async ({ id }: { id: string }) => {
    const asked = await business.ask((url) => upload({ url }, client, id, { content: aPdf(uuidv7()) }))
    expectOutcome(asked, '201')
    journal.attachments.answered.push(asked.answer.body.id)
    journal.attachments.attempts += asked.attempts
  }
  const remito = (type: string) => post('/remitos', { client_id: client.id, type, items: goods(2) })
  /** Announced, received in two parts, and closed. A reference and a revision make each step safe to repeat. */
  const announceAndReceive = async () => {
    const items = goods(10)
    const given = { reference: uuidv7(), expected_on: new Date().toISOString().slice(0, 10), items }
    const asked = await client.portal((api) => api.post('/inbound', given))
    expectOutcome(asked, '201', '409 inbound/duplicate-reference')
    const id: string = asked.answer.body.id ?? asked.answer.body.existing.id
    const noted = { id, status: 'announced' }
    journal.notices.push(noted)
    const step = async (change: object, status: string) => {
      const revised = await staff((api) => api.get(`/inbound/${id}`))
      const body = { ...change, if_revision: revised.answer.body.revision }
      const changed = await staff((api) => api.patch(`/inbound/${id}`, body))
      expectOutcome(
        changed,
        '200',
        status === 'receiving' ? '409 inbound/changed-meanwhile' : '409 inbound/invalid-transition',
      )
      noted.status = status
    }
    await step({ action: 'arrive' }, 'arrived')
    for (const quantity of [4, 6])
      await step({ action: 'receive', items: items.map((item) => ({ ...item, quantity })) }, 'receiving')
    await step({ action: 'close' }, 'received')
    const { answer } = await staff((api) => api.get(`/inbound/${id}`))
    journal.ingresos.push(...answer.body.remito_ids)
  }
  /** Of a delivered order: part of it goes back to stock, on hold, or is written off. Its goods come in once. */
  const bringBack = async ({ id: order_id }: Noted) => {
    const { items: shipped } = (await staff((api) => api.get(`/orders/${order_id}/returnable`))).answer.body
    const back = shipped.map(({ remito_item_id }: { remito_item_id: string }) => ({
      remito_item_id,
      quantity: 1,
      reason: 'damaged',
    }))
    await receiveBack(await post('/returns', { order_id, items: back }))
  }
  const receiveBack = async (id: string) => {
    const path = `/returns/${id}`
    const { items: expected } = (await staff((api) => api.get(path))).answer.body
    const received = expected.map((line: { id: string; expected: number }) => ({
      id: line.id,
      quantity: line.expected,
      disposition: shuffled(returnDispositions)[0],
    }))
    const change = { action: 'receive', items: received }
    const asked = await staff((api) => api.patch(path, change))
    expectOutcome(asked, '200', '409 returns/invalid-transition')
    journal.returns.push({ id, status: 'received' })
    const { ingreso_id } = (await staff((api) => api.get(path))).answer.body
    if (ingreso_id) journal.ingresos.push(ingreso_id)
  }
  /** A link takes ten acceptances per minute: a phone that sends again and again waits. */
  const untilAdmitted = (send: (url: string) => Promise<Any>) =>
    business.ask(async (url) => {
      for (;;) {
        const answer = await send(url)
        if (answer.status !== 429) return answer
        await delay(1_000)
      }
    })
  /** Two phones at the same door, with a signature and a photo each: one of them wins. */
  const acceptAtTheDoor = async (noted: Noted, isWhole: boolean) => {
    const { data } = (await staff((api) => api.get(`/remitos?source_order_id=${noted.id}`))).answer.body
    const remitoId: string = data[0].id
    const shared = await staff((api) => api.post(`/remitos/${remitoId}/share`, {}))
    const path = new URL(shared.answer.body.url).pathname
    const remito: PublicRemito = (await untilAdmitted((url) => caller(url).get(`${path}/remito`))).answer.body
    const answers = await Promise.all(
      ['Marta Gil', 'Ana Paz'].map(async (name) => {
        const submissionId = uuidv7()
        const all = whole(remito, { name, submission_id: submissionId })
        const sent: Sent = isWhole ? all : { ...all, items: all.items.map(withEachDifference) }
        const files = { signature: aPng(60, 20), photos: aPng() }
        const { answer } = await untilAdmitted((url) => accept(url, path, sent, files))
        if (answer.status === 201) journal.acceptances.push({ remitoId, submissionId, files: 2 })
        return outcome(answer)
      }),
    )
    expect(answers.sort()).toEqual(['201', '409 remitos/already-accepted'])
    noted.status = 'delivered'
  }
  const pay = () => post('/payments', { client_id: client.id, amount: 10.01, payment_method: 'qr' })

  switch (kind) {
    case 'ordered':
      await order()
      break
    case 'imported':
      await importSheet(client, journal)
      break
    case 'batched':
      await placeBatch(client, journal)
      break
    case 'attached': {
      const noted = await order()
      await attach(noted)
      await attach(noted)
      break
    }
    case 'approved':
      await act(await order(), 'approve', 'approved')
      break
    case 'changed': {
      const noted = await order()
      await change(noted)
      await act(noted, 'approve', 'approved')
      break
    }
    case 'delivered': {
      const noted = await order()
      await act(noted, 'approve', 'approved')
      await act(noted, 'prepare', 'in_preparation')
      await pack(noted, 3)
      await act(noted, 'dispatch', 'in_transit')
      await act(noted, 'deliver', 'delivered')
      break
    }
    case 'returned': {
      const noted = await prepared()
      await act(noted, 'dispatch', 'in_transit')
      await act(noted, 'deliver', 'delivered')
      await bringBack(noted)
      break
    }
    case 'accepted': {
      const noted = await prepared()
      await act(noted, 'dispatch', 'in_transit')
      await acceptAtTheDoor(noted, true)
      break
    }
    case 'disputed': {
      const noted = await prepared(4)
      await act(noted, 'dispatch', 'in_transit')
      await acceptAtTheDoor(noted, false)
      const { data } = (await staff((api) => api.get(`/returns?order_id=${noted.id}`))).answer.body
      expect(data).toHaveLength(1)
      await receiveBack(data[0].id)
      break
    }
    case 'travelled':
      await travel(await prepared(), await prepared())
      break
    case 'cancelled':
      await cancel(await order())
      break
    case 'takenBack': {
      const noted = await order()
      await act(noted, 'approve', 'approved')
      await cancel(noted)
      break
    }
    case 'rejected':
      await act(await order(), 'reject', 'rejected')
      break
    case 'received':
      journal.ingresos.push(await remito('ingreso'))
      break
    case 'announced':
      await announceAndReceive()
      break
    case 'handedOut':
      journal.egresos.push(await remito('egreso'))
      break
    case 'paid':
      journal.payments.push(await pay())
      break
    case 'reversed': {
      const id = await pay()
      journal.payments.push(id)
      journal.reversals.push(await post(`/transactions/${id}/reverse`, { reason: 'Error' }))
      break
    }
    case 'newDestinatario': {
      const asked = await client.portal((api) => api.post('/destinatarios', { name: 'Nuevo' }))
      expectOutcome(asked, '201')
      journal.destinatarios.answered++
      journal.destinatarios.attempts += asked.attempts
    }
  }
}
