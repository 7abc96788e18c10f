// Acceptances of remitos over HTTP: who can send one, what it does by the state of the order, and that it is recorded once.
import { createHash } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import { describe, expect, test } from 'vitest'
import {
  accept,
  acceptancesIn,
  aPng,
  formOf,
  type Sent,
  type UnderWay,
  whole,
} from '../../tests/harness/acceptances.ts'
import { caller } from '../../tests/harness/http.ts'
import { expectProblem } from '../../tests/harness/problem-answers.ts'
import { useWarehouse } from '../../tests/harness/prologue.ts'
import { tripsIn } from '../../tests/harness/trips.ts'
import { sql } from '../db/sql.ts'
import { sweepAcceptanceFiles } from './files.ts'
import { removeOldPersons } from './remove.ts'

const { service, warehouse } = await useWarehouse()
const { staff, act } = warehouse
const { orderThat, changeNow, read, readOrder } = tripsIn(warehouse)
const { underWay, remitoIdOf, pathOf, readRemito } = acceptancesIn(warehouse, service.url)
const client = await warehouse.aStockedClient(1_000)
const byWeight = await warehouse.aStockedClient(1_000, 'kg')
const open = caller(service.url)

const send = ({ path }: Pick<UnderWay, 'path'>, sent: Sent, files = {}) =>
  accept(service.url, path, sent, files)

const withLine = (sent: Sent, change: object): Sent => ({
  ...sent,
  items: sent.items.map((item) => ({ ...item, ...change })),
})

async function driverOf({ trip }: UnderWay, position = 1): Promise<{ path: string }> {
  const { body } = await staff.post(`/trips/${trip.id}/driver-link`)
  return { path: `${new URL(body.url).pathname}/stops/${position}` }
}

const eventsOf = async (objectId: string, of = client) =>
  (await of.portal.get(`/events?object_id=${objectId}&order=asc`)).body.data.map(
    ({ type }: { type: string }) => type,
  )

describe('the link of a remito', () => {
  test('shows the remito: no prices, and no ids but those of its lines', async () => {
    const { path, remito, remitoId, orderId } = await underWay(client)
    const order = await readOrder(orderId)
    expect(path).toMatch(/^\/r\/[0-9a-f]{32}$/)
    const detail = await readRemito(remitoId)
    expect(remito).toEqual({
      number: detail.remito_number[0],
      date: detail.date,
      status: 'issued',
      cai: null,
      cai_expires_on: null,
      warehouse_name: null,
      client: { name: order.client_name, cuit_dni: null, iva_condition: null, address: null },
      recipient: { name: 'Vinoteca', cuit_dni: null, iva_condition: null, address: 'Av. San Martín 1' },
      order_number: order.order_number,
      packages: null,
      items: [expect.objectContaining({ item_id: detail.distribution_remito_items[0]?.id, quantity: 1 })],
      acceptance: null,
      refusal: null,
    })
    const pdf = await fetch(`${service.url}${path}/pdf`)
    expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(pdf.headers.get('referrer-policy')).toBe('no-referrer')
  })

  test('is found by its hash, which says nothing, and is the same for ever', async () => {
    const { path, remitoId } = await underWay(client)
    expect(await pathOf(remitoId)).toBe(path)
    const [row] = await service.db.rows<{ link_hash: Buffer }>(
      sql`select link_hash from remitos where id = ${remitoId}`,
    )
    const token = path.slice('/r/'.length)
    expect(row?.link_hash).toEqual(createHash('sha256').update(token).digest())
  })

  test('that is unknown gets the same answer whatever it looks like', async () => {
    const answers = ['0'.repeat(32), 'a', 'x'.repeat(500), '%00', "'", '../r'].map(async (token) => {
      const path = `/r/${encodeURIComponent(token)}`
      const [got, sent] = [await open.get(`${path}/remito`), await send({ path }, whole({ items: [] }))]
      return [got, sent].map(({ status, body }) => [status, { ...body, request_id: null, instance: null }])
    })
    const [first, ...others] = await Promise.all(answers)
    for (const other of others) expect(other).toEqual(first)
    expect(first?.flat()).toContainEqual(
      expect.objectContaining({ type: expect.stringContaining('unknown-link') }),
    )
  })

  test('of an egreso without an order shows it, and takes no acceptance', async () => {
    const { body } = await staff.post('/remitos', {
      client_id: client.id,
      type: 'egreso',
      recipient: { name: 'Escuela' },
      items: [{ product_id: client.productId, quantity: 1 }],
    })
    const path = await pathOf(body.id)
    const { body: remito } = await open.get(`${path}/remito`)
    expect(remito).toMatchObject({
      refusal: 'without-order',
      recipient: { name: 'Escuela' },
      order_number: null,
    })
    expectProblem(await send({ path }, whole(remito)), 'remitos/without-order')
  })

  test('goes on working for a suspended client', async () => {
    const suspended = await warehouse.aStockedClient(10)
    const way = await underWay(suspended)
    await service.db.run(sql`update clients set status = 'suspended' where id = ${suspended.id}`)
    expect((await send(way, whole(way.remito))).status).toBe(201)
  })
})

describe('goods that are under way', () => {
  test('are delivered by their acceptance: order, stop, events, audit and proof', async () => {
    const way = await underWay(client)
    const { orderId, remitoId, trip, path } = way
    const pdf = Buffer.from(await (await fetch(`${service.url}${path}/pdf`)).arrayBuffer())
    const sent = whole(way.remito, { document: '24.555.120' })
    const answer = await send(way, sent, { signature: aPng(600, 200), photos: [aPng(), aPng()] })
    expect(answer.status, answer.text).toBe(201)
    const at = answer.body.at
    expect(answer.body).toEqual({
      outcome: 'accepted',
      name: 'Marta Gil',
      at: expect.any(String),
      late: false,
    })

    const acceptance = { outcome: 'accepted', name: 'Marta Gil', at }
    const order = await readOrder(orderId)
    expect(order).toMatchObject({ status: 'delivered', acceptance })
    expect(order.timeline.at(-1)).toMatchObject({ by: 'recipient Marta Gil', by_name: 'Marta Gil' })
    expect((await read(trip.id)).stops).toMatchObject([{ outcome: 'delivered' }])
    expect(await readRemito(remitoId)).toMatchObject({ acceptance })
    expect(await eventsOf(remitoId)).toEqual(['remito.created', 'remito.accepted'])
    const { body: events } = await client.portal.get(`/events?object_id=${orderId}&type=order.delivered`)
    expect(events.data).toMatchObject([{ data: { object: { acceptance } } }])
    // The event has the remito as it is read; lists leave the acceptance out.
    const told = await client.portal.get(`/events?object_id=${remitoId}&type=remito.accepted`)
    expect(told.body.data[0].data.object).toEqual((await client.portal.get(`/remitos/${remitoId}`)).body)
    for (const list of ['/remitos', '/orders', '/movements']) {
      const { body: rows } = await client.portal.get(`${list}?limit=1`)
      expect([list, rows.data[0]?.acceptance]).toEqual([list, undefined])
    }
    const { body: audit } = await staff.get('/audit?action=remitos.accept&limit=1')
    expect(audit.data).toMatchObject([{ actor: 'recipient Marta Gil', subject_id: remitoId }])

    const { body: proof } = await client.portal.get(`/remitos/${remitoId}/acceptance`)
    expect(proof).toMatchObject({
      outcome: 'accepted',
      channel: 'recipient',
      name: 'Marta Gil',
      document: '24555120',
      signed_at: '2026-11-18T15:04:05.000Z',
      at,
      pdf_sha256: createHash('sha256').update(pdf).digest('hex'),
      items: [{ shipped: 1, accepted: 1, missing: 0, damaged: 0, refused: 0, note: null }],
      files: [{ kind: 'signature', width: 600, height: 200 }, { kind: 'photo' }, { kind: 'photo' }],
    })
    expect(JSON.stringify(proof)).not.toMatch(/VIA-|settled|late|"by/)
    const { body: ofStaff } = await staff.get(`/remitos/${remitoId}/acceptance`)
    expect(ofStaff).toMatchObject({ by: 'recipient Marta Gil', by_name: 'Marta Gil' })
    const file = await fetch(proof.files[0].file_url)
    expect([file.status, Buffer.from(await file.arrayBuffer())]).toEqual([200, aPng(600, 200)])
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-disposition': expect.stringContaining('attachment'),
    })
    const unsigned = proof.files[0].file_url.replace(/signature=.*/, 'signature=x')
    expect((await fetch(unsigned)).status).toBe(403)
    expect((await open.get(`${path}/remito`)).body).toMatchObject({ refusal: 'already-accepted', acceptance })
  })

  test('with differences are disputed, and the staff settle it', async () => {
    const way = await underWay(byWeight)
    const change = { accepted: 0.5, damaged: 0.25, refused: 0.25, note: 'Mojada' }
    const answer = await send(way, withLine(whole(way.remito), change))
    expect(answer.body).toMatchObject({ outcome: 'with_differences' })
    expect(await eventsOf(way.remitoId, byWeight)).toEqual(['remito.created', 'remito.disputed'])
    const told = await byWeight.portal.get(`/events?object_id=${way.remitoId}&type=remito.disputed`)
    expect(told.body.data[0].data.object.acceptance).toMatchObject({ outcome: 'with_differences' })
    const { body: queue } = await staff.get(`/disputes?status=open&client_id=${byWeight.id}`)
    expect(queue.data[0]).toMatchObject({
      remito_id: way.remitoId,
      late: false,
      missing: 0,
      damaged: 0.25,
      refused: 0.25,
      dispute: 'open',
    })
    const { id } = queue.data[0]
    const settled = await staff.post(`/disputes/${id}/settle`, { note: 'Nota de crédito' })
    expect(settled.body).toMatchObject({
      dispute: 'settled',
      settled_note: 'Nota de crédito',
      items: [{ note: 'Mojada' }],
    })
    expectProblem(await staff.post(`/disputes/${id}/settle`, { note: 'x' }), 'remitos/not-disputed')
    expectProblem(
      await staff.post(`/disputes/${uuidv7()}/settle`, { note: 'x' }),
      'remitos/acceptance-not-found',
    )
    expect((await staff.get(`/disputes/${id}`)).body).toEqual(settled.body)
    const ids = async (query: string) =>
      (await byWeight.portal.get(`/remitos?accepted=${query}`)).body.data.map((one: { id: string }) => one.id)
    expect(await ids('differences')).toContain(way.remitoId)
    expect(await ids('true')).toContain(way.remitoId)
    expect(await ids('false')).not.toContain(way.remitoId)
    expect(await ids('false&type=ingreso')).toEqual([])
  })

  test('are accepted once: the same submission gets the first answer, another is told who and when', async () => {
    const way = await underWay(client)
    const sent = whole(way.remito)
    const same = await Promise.all([1, 2, 3].map(() => send(way, sent, { signature: aPng() })))
    expect(same.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(new Set(same.map(({ text }) => text)).size).toBe(1)
    const other = await send(way, whole(way.remito, { name: 'Otra persona' }))
    expect(expectProblem(other, 'remitos/already-accepted')).toMatchObject({
      name: 'Marta Gil',
      at: same[0]?.body.at,
    })
    expect(
      (await readOrder(way.orderId)).timeline.filter(({ status }) => status === 'delivered'),
    ).toHaveLength(1)
    const { body } = await staff.get(`/remitos/${way.remitoId}/acceptance`)
    expect(body.files).toHaveLength(1)
    await sweepAcceptanceFiles(service.deps)
    const [left] = await service.db.rows<{ left: number }>(
      sql`select count(*)::int as left from acceptance_files where state <> 'ready'`,
    )
    expect(left).toEqual({ left: 0 })
  })

  test('of two phones at once, one is first', async () => {
    const way = await underWay(client)
    const driver = await driverOf(way)
    const answers = await Promise.all([
      send(way, whole(way.remito)),
      send(driver, whole(way.remito, { name: 'Chofer Uno' }), { signature: aPng() }),
      send(way, whole(way.remito, { name: 'Marta Dos' })),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  })

  test.each<[string, (sent: Sent) => Sent, string]>([
    ['more than was shipped', (sent) => withLine(sent, { accepted: 2 }), '/items/0'],
    ['less than was shipped', (sent) => withLine(sent, { accepted: 0 }), '/items/0'],
    ['nothing', (sent) => withLine(sent, { accepted: 0, refused: 1 }), '/items'],
    ['a part of a box', (sent) => withLine(sent, { accepted: 0.5, missing: 0.5 }), '/items/0'],
    ['a line twice', (sent) => ({ ...sent, items: [...sent.items, ...sent.items] }), '/items/1/item_id'],
    ['a quantity below zero', (sent) => withLine(sent, { accepted: 2, missing: -1 }), '/items/0/missing'],
    ['nobody', (sent) => ({ ...sent, name: 'M' }), '/name'],
    ['another document', (sent) => ({ ...sent, document: '12-3' }), '/document'],
    ['what is not asked', (sent) => ({ ...sent, price: 1 }), '/price'],
  ])('are not accepted with %s', async (_, change, pointer) => {
    const way = await underWay(client)
    const answer = await send(way, change(whole(way.remito)))
    expect(expectProblem(answer, 'validation/invalid-body').errors[0]).toMatchObject({ pointer })
    expect((await readOrder(way.orderId)).status).toBe('in_transit')
  })

  test('are not accepted with files that are not pictures, too many or too large', async () => {
    const way = await underWay(client)
    const sent = whole(way.remito)
    for (const files of [
      { signature: Buffer.from('%PDF-1.7') },
      { signature: Buffer.concat([aPng(), Buffer.alloc(200_000)]) },
      { signature: [aPng(), aPng()] },
      { photos: Array.from({ length: 7 }, () => aPng()) },
      { photos: aPng(6000, 6000) },
      { scan: aPng() },
    ])
      expectProblem(await send(way, sent, files), 'validation/invalid-body')
    const body = { 'content-type': 'application/json' }
    expectProblem(await open.post(`${way.path}/acceptance`, {}, body), 'validation/unsupported-media-type')
    expect((await readOrder(way.orderId)).status).toBe('in_transit')
  })
})

describe('the driver', () => {
  test('takes an acceptance with a signature, as the driver of that trip', async () => {
    const way = await underWay(client)
    const driver = await driverOf(way)
    expect((await open.get(`${driver.path}/remito`)).body).toEqual(way.remito)
    expectProblem(await send(driver, whole(way.remito)), 'validation/invalid-body')
    const answer = await send(driver, whole(way.remito), { signature: aPng() })
    expect(answer.status, answer.text).toBe(201)
    expect((await readOrder(way.orderId)).timeline.at(-1)).toMatchObject({
      status: 'delivered',
      by: `driver Raúl Quiroga, ${way.trip.number}`,
    })
    expect((await client.portal.get(`/remitos/${way.remitoId}/acceptance`)).body).toMatchObject({
      channel: 'driver',
      name: 'Marta Gil',
    })
  })

  test('reaches only stops of the own trip', async () => {
    const way = await underWay(client)
    for (const position of [0, 2, 200])
      expectProblem(
        await send(await driverOf(way, position), whole(way.remito), { signature: aPng() }),
        'trips/stop-not-found',
      )
    const unknown = { path: `/t/${'0'.repeat(32)}/stops/1` }
    expectProblem(await send(unknown, whole(way.remito), { signature: aPng() }), 'trips/unknown-link')
  })

  test('whose link has expired delivers nothing, and what was signed is kept', async () => {
    const way = await underWay(client)
    const driver = await driverOf(way)
    await service.db.run(
      sql`update trips set departed_at = now() - interval '49 hours' where id = ${way.trip.id}`,
    )
    const answer = await send(driver, whole(way.remito), { signature: aPng() })
    expect(answer.body).toMatchObject({ late: true })
    expect((await readOrder(way.orderId)).status).toBe('in_transit')
    // The recipient still can.
    expect((await send(way, whole(way.remito))).body).toMatchObject({ late: false })
  })

  test('whose trip was closed meanwhile adds the proof', async () => {
    const way = await underWay(client)
    const driver = await driverOf(way)
    await act(way.orderId, 'deliver')
    await changeNow(way.trip.id, { action: 'close' })
    const answer = await send(driver, whole(way.remito), { signature: aPng() })
    expect(answer.body).toMatchObject({ late: false })
    expect(await readRemito(way.remitoId)).toMatchObject({ acceptance: { name: 'Marta Gil' } })
  })
})

describe('the staff', () => {
  test('enter what was signed on paper, with a scan', async () => {
    const way = await underWay(client)
    const enter = (files = {}) => staff.post(`/remitos/${way.remitoId}/acceptance`, formOf(sent, files))
    const sent = whole(way.remito)
    expectProblem(await enter(), 'validation/invalid-body')
    const answer = await enter({ scan: Buffer.from('%PDF-1.7 signed') })
    expect(answer.status, answer.text).toBe(201)
    const { body } = await staff.get(`/remitos/${way.remitoId}/acceptance`)
    expect(body).toMatchObject({ channel: 'staff', by: expect.stringMatching(/^staff /), pdf_sha256: null })
    expect(body.files).toMatchObject([{ kind: 'scan', content_type: 'application/pdf' }])
    expectProblem(
      await staff.post(`/remitos/${uuidv7()}/acceptance`, formOf(sent, { scan: aPng() })),
      'remitos/not-found',
    )
  })
})

describe('by the state of the order', () => {
  test('nothing is accepted before it has left', async () => {
    const orderId = await orderThat(client, 'approve', 'prepare')
    const path = await pathOf(await remitoIdOf(orderId))
    const { body: remito } = await open.get(`${path}/remito`)
    expect(remito.refusal).toBe('not-under-way')
    expectProblem(await send({ path }, whole(remito)), 'remitos/not-under-way')
    expectProblem(
      await client.portal.get(`/remitos/${await remitoIdOf(orderId)}/acceptance`),
      'remitos/not-accepted',
    )
  })

  test('a delivery that the staff recorded gets its proof, and no second event', async () => {
    const way = await underWay(client)
    await act(way.orderId, 'deliver')
    expect((await send(way, whole(way.remito))).body).toMatchObject({ late: false })
    expect(await readOrder(way.orderId)).toMatchObject({ acceptance: { name: 'Marta Gil' } })
    expect((await eventsOf(way.orderId)).filter((type: string) => type === 'order.delivered')).toHaveLength(1)
  })

  test.each([
    ['fail', 'failed_delivery', 'delivery-failed'],
    ['cancel', 'cancelled', 'voided'],
  ])('what arrives after %s is kept as late, and changes nothing', async (action, status, refusal) => {
    const way = await underWay(client)
    expect((await act(way.orderId, 'fail', 'Estaba cerrado')).status).toBe(200)
    if (action === 'cancel') expect((await act(way.orderId, 'cancel', 'No lo quiere')).status).toBe(200)
    expect((await open.get(`${way.path}/remito`)).body.refusal).toBe(refusal)
    const sent = whole(way.remito)
    const answer = await send(way, sent, { signature: aPng() })
    expect(answer.body).toMatchObject({ outcome: 'accepted', late: true })
    expect((await send(way, sent)).text).toBe(answer.text)
    expectProblem(await send(way, whole(way.remito)), 'remitos/already-accepted')
    expect(await readOrder(way.orderId)).toMatchObject({ status, acceptance: null })
    expect(await readRemito(way.remitoId)).toMatchObject({ acceptance: null })
    expect(await eventsOf(way.remitoId)).not.toContain('remito.accepted')
    expectProblem(await client.portal.get(`/remitos/${way.remitoId}/acceptance`), 'remitos/not-accepted')
    const { body: proof } = await staff.get(`/remitos/${way.remitoId}/acceptance`)
    expect(proof).toMatchObject({ late: true, dispute: 'open', files: [{ kind: 'signature' }] })
    const { body: queue } = await staff.get('/disputes?status=open&limit=1')
    expect(queue.data).toMatchObject([{ id: proof.id, late: true }])
  })

  test('a late one does not stand in the way of the next delivery', async () => {
    const way = await underWay(client)
    await act(way.orderId, 'fail', 'Estaba cerrado')
    await send(way, whole(way.remito))
    await act(way.orderId, 'dispatch')
    expect((await send(way, whole(way.remito, { name: 'Ana Paz' }))).body).toMatchObject({ late: false })
    expect(await readOrder(way.orderId)).toMatchObject({
      status: 'delivered',
      acceptance: { name: 'Ana Paz' },
    })
  })
})

test('names, signatures and photos are removed after the years that are set, and outcome and sums stay', async () => {
  const way = await underWay(byWeight)
  const change = { accepted: 0.5, missing: 0.25, damaged: 0.25, note: 'Lo dijo Marta Gil' }
  const sent = withLine(whole(way.remito, { document: '24555120' }), change)
  await send(way, sent, { signature: aPng() })
  const { data: returns } = (await staff.get(`/returns?order_id=${way.orderId}`)).body
  const goodsBack = async () => (await staff.get(`/returns/${returns[0].id}`)).body
  const { items: expected } = await goodsBack()
  expect(expected).toMatchObject([{ note: 'Lo dijo Marta Gil' }])
  const received = { id: expected[0].id, quantity: 0.25, disposition: 'write_off' }
  await staff.patch(`/returns/${returns[0].id}`, { action: 'receive', items: [received] })
  const read = async () => (await byWeight.portal.get(`/remitos/${way.remitoId}/acceptance`)).body
  const before = await read()
  const years = (count: number) => Date.now() + count * 366 * 86_400_000
  await removeOldPersons(service.db, Date.now(), 5)
  expect(await read()).toMatchObject({ name: 'Marta Gil', removed_at: null })
  expect(await removeOldPersons(service.db, years(5), 5)).toBeGreaterThan(0)
  const after = await read()
  expect(after).toMatchObject({
    ...{ outcome: 'with_differences', name: null, document: null, files: [], at: before.at },
    items: [{ accepted: 0.5, missing: 0.25, damaged: 0.25, note: null }],
    removed_at: expect.any(String),
  })
  expect((await fetch(before.files[0].file_url)).status).toBe(404)
  expect(await sweepAcceptanceFiles(service.deps)).toBeGreaterThan(0)
  const { text } = await staff.get(`/orders/${way.orderId}`)
  expect(text).not.toContain('Marta Gil')
  expect((await goodsBack()).items).toMatchObject([{ expected: 0.25, received: 0.25, note: null }])
  const { text: audited } = await staff.get('/audit?limit=100')
  expect(audited).toContain(returns[0].id)
  expect(audited).not.toContain('Marta Gil')
  // The first answer, as far as it is known still.
  expect((await send(way, sent)).body).toMatchObject({ outcome: 'with_differences', name: null })
})

test('a link takes ten acceptances per minute, and an address sixty unknown links, before any body is read', async () => {
  const way = await underWay(client)
  const statuses = await Promise.all(
    Array.from({ length: 12 }, () => open.post(`${way.path}/acceptance`, new FormData())),
  )
  expect(statuses.map(({ status }) => status).toSorted()).toEqual([...Array(10).fill(422), 429, 429])
  const unknown = await Promise.all(
    Array.from({ length: 80 }, () => open.post(`/r/${'0'.repeat(32)}/acceptance`, new FormData())),
  )
  const refused = unknown.filter(({ status }) => status === 429).length
  expect([refused >= 20, unknown.filter(({ status }) => status === 404).length + refused]).toEqual([true, 80])
  // A link that exists is not refused because of others.
  expect((await open.get(`${way.path}/remito`)).status).toBe(200)
})
