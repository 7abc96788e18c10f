// A driver's link over HTTP: who can read and report with it, what a report does, and that it opens nothing else.
import type { DriverTrip, Trip } from '@anden/contract'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { controlledClock } from '../../../tests/harness/clock.ts'
import { caller, parseAnswer } from '../../../tests/harness/http.ts'
import { expectProblem } from '../../../tests/harness/problem-answers.ts'
import { useWarehouse } from '../../../tests/harness/prologue.ts'
import { tripsIn } from '../../../tests/harness/trips.ts'
import { declarationDeps } from '../../app/deps.ts'
import { backofficePrefix, backofficeRouter, portalPrefix, portalRouter } from '../../app/routes.ts'
import { sql } from '../../db/sql.ts'

const clock = controlledClock(new Date().toISOString())
const page = {
  is: 'ready',
  dist: { index: '', phone: '<h1>the page</h1>', assets: new Map(), sdk: null },
} as const
/** What the service writes to its log, and all that its spans say. */
const logged: string[] = []
const traced: string[] = []
const span = () => ({
  traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  run: <Result>(work: () => Result) => work(),
  set: (attributes: object) => void traced.push(JSON.stringify(attributes)),
  rename: (name: string) => void traced.push(name),
  end: (failure?: string | null) => void traced.push(String(failure)),
})
const { service, warehouse } = await useWarehouse({
  clock: clock.now,
  log: pino({ level: 'trace' }, { write: (line) => void logged.push(line) }),
  tracing: {
    start: (_, name, attributes) => {
      traced.push(name, JSON.stringify(attributes))
      return span()
    },
    current: () => null,
    close: async () => undefined,
  },
  dashboard: { state: () => page, close: () => undefined },
})
const { staff, act } = warehouse
const { orderThat, aTrip, aDepartedTrip, changeNow, read, readOrder } = tripsIn(warehouse)
const client = await warehouse.aStockedClient(1_000)
const open = caller(service.url)

const prepared = (of = client) => orderThat(of, 'approve', 'prepare')
const unknown = '0'.repeat(32)

/** Makes the link of a trip, and reads and reports with it. */
async function linkOf({ id }: Pick<Trip, 'id'>) {
  const answer = await staff.post(`/trips/${id}/driver-link`)
  expect(answer.status, answer.text).toBe(201)
  const path = new URL(answer.body.url).pathname
  return {
    url: answer.body.url as string,
    path,
    token: path.slice('/t/'.length),
    trip: () => open.get<DriverTrip>(`${path}/trip`),
    fail: (position: number | string, body: unknown = { reason: 'Estaba cerrado' }) =>
      open.post(`${path}/stops/${position}/fail`, body),
  }
}

describe('a link', () => {
  test('opens the page and the trip: its stops, without ids, prices and anything of the warehouse alone', async () => {
    const [a, b] = [await prepared(), await prepared()]
    const link = await linkOf(await aDepartedTrip(a, b))
    expect(link.url).toMatch(new RegExp(`^${service.url}/t/[0-9a-f]{32}$`))
    const { status, body, text } = await link.trip()
    expect(status).toBe(200)
    const order = await readOrder(a)
    expect(body).toEqual({
      date: expect.any(String),
      driver_name: 'Raúl Quiroga',
      plate: 'AB123CD',
      trailer_plate: null,
      notes: null,
      departed_at: expect.any(String),
      refusal: null,
      stops: [
        {
          position: 1,
          order_number: order.order_number,
          client_name: order.client_name,
          destinatario_name: 'Vinoteca',
          phone: '1',
          delivery_schedule: null,
          delivery_address: 'Av. San Martín 1',
          delivery_city: null,
          delivery_province: null,
          delivery_contact: order.delivery_contact,
          notes: null,
          remito_numbers: [expect.stringMatching(/^R \d/)],
          packages: null,
          outcome: null,
          outcome_at: null,
          outcome_reason: null,
        },
        expect.objectContaining({ position: 2, outcome: null }),
      ],
    })
    expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}|VIA-|price|amount/)
  })

  test('is kept as a hash, and is in neither the audit log nor the database', async () => {
    const trip = await aTrip([await prepared()])
    const { token, url } = await linkOf(trip)
    const [kept] = await service.db.rows<{ token_hash: Buffer }>(
      sql`select token_hash from driver_links where trip_id = ${trip.id}`,
    )
    expect(kept?.token_hash).toHaveLength(32)
    expect(JSON.stringify(kept)).not.toContain(token)
    const { text } = await staff.get('/audit?action=trips.driver-link')
    expect(text).toContain(trip.number)
    expect(text).not.toContain(token)
    const again = await staff.post(`/trips/${trip.id}/driver-link`, undefined, { 'idempotency-key': 'once' })
    expect(again.body.url).not.toBe(url)
    const [{ stored = -1 } = {}] = await service.db.rows<{ stored: number }>(
      sql`select count(*)::int as stored from idempotency_records where convert_from(body, 'utf8') like '%/t/%'`,
    )
    expect(stored).toBe(0)
  })

  test('is unknown once there is a newer one', async () => {
    const trip = await aDepartedTrip(await prepared())
    const [first, second] = [await linkOf(trip), await linkOf(trip)]
    expectProblem(await first.trip(), 'trips/unknown-link')
    expectProblem(await first.fail(1), 'trips/unknown-link')
    expect((await second.trip()).status).toBe(200)
  })

  test('ends with a draft that is deleted', async () => {
    const trip = await aTrip([await prepared()])
    const link = await linkOf(trip)
    expect((await staff.delete(`/trips/${trip.id}`)).status).toBe(204)
    expectProblem(await link.trip(), 'trips/unknown-link')
  })

  test('needs a trip that exists, and the scope', async () => {
    expectProblem(
      await staff.post('/trips/0199b1c2-6f3a-7c41-9d2e-5b8a4f0e7d10/driver-link'),
      'trips/not-found',
    )
    const reader = await service.aStaffMember(['staff:read'])
    const trip = await aTrip()
    expectProblem(await reader.post(`/trips/${trip.id}/driver-link`), 'auth/insufficient-scope')
  })

  test('that is unknown gets the same answer whatever it looks like', async () => {
    const answers = [
      unknown,
      unknown.toUpperCase(),
      'a',
      'x'.repeat(500),
      '%00',
      "'",
      '../t',
      `${unknown}0`,
    ].map(async (token) => {
      const { status, body } = await open.get(`/t/${encodeURIComponent(token)}/trip`)
      return [status, { ...body, request_id: null }]
    })
    const [first, ...others] = await Promise.all(answers)
    expect(first?.[0]).toBe(404)
    for (const other of others) expect(other).toEqual(first)
    expect(first?.[1]).toMatchObject({ instance: '/t/…/trip' })
  })
})

describe('with a link', () => {
  test('nothing is reported before the departure, nor once the trip is closed', async () => {
    const [a, b] = [await prepared(), await prepared()]
    const { id } = await aTrip([a, b])
    const link = await linkOf({ id })
    expect((await link.trip()).body.refusal).toBe('not-departed')
    const early = await link.fail(1)
    expect(expectProblem(early, 'trips/link-cannot-report').refusal).toBe('not-departed')
    expect((await readOrder(a)).status).toBe('in_preparation')
    await changeNow(id, { action: 'depart' })
    expect((await link.trip()).body.refusal).toBeNull()
    expect((await link.fail(1)).status).toBe(200)
    await act(b, 'deliver')
    await changeNow(id, { action: 'close' })
    expect((await link.trip()).body).toMatchObject({
      refusal: 'closed',
      stops: [{ outcome: 'failed' }, { outcome: 'delivered' }],
    })
    expect(expectProblem(await link.fail(2), 'trips/link-cannot-report').refusal).toBe('closed')
  })

  test('nothing is reported from 48 hours after the departure on, and everything can be read', async () => {
    const id = await prepared()
    const trip = await aDepartedTrip(id)
    const link = await linkOf(trip)
    const departed = (ago: string) =>
      service.db.run(sql`update trips set departed_at = now() - ${ago}::interval where id = ${trip.id}`)
    await departed('48 hours')
    expect((await link.trip()).body).toMatchObject({ refusal: 'expired', stops: [{ outcome: null }] })
    expect(expectProblem(await link.fail(1), 'trips/link-cannot-report').refusal).toBe('expired')
    expect((await readOrder(id)).status).toBe('in_transit')
    await departed('47 hours 59 minutes')
    expect((await link.trip()).body.refusal).toBeNull()
    expect((await link.fail(1)).status).toBe(200)
  })

  test('only a stop of this trip is reached', async () => {
    const other = await prepared()
    await aDepartedTrip(other)
    const link = await linkOf(await aDepartedTrip(await prepared()))
    for (const position of [0, 2, 200, 9999, 10_000, -1, '1.0', '1e0', 'x', '%20', other])
      expectProblem(await link.fail(position), 'trips/stop-not-found')
    expect((await readOrder(other)).status).toBe('in_transit')
  })

  test.each([
    [null],
    [{}],
    [{ reason: null }],
    [{ reason: '' }],
    [{ reason: ' \n' }],
    [{ reason: 7 }],
    [{ reason: 'x'.repeat(501) }],
    [{ reason: 'Estaba cerrado', action: 'deliver' }],
    [['Estaba cerrado']],
  ])('a reason is required: %o', async (body) => {
    const id = await prepared()
    const link = await linkOf(await aDepartedTrip(id))
    expectProblem(await link.fail(1, body), 'validation/invalid-body')
    expect((await readOrder(id)).status).toBe('in_transit')
  })

  test('a report of more than 16 KiB is refused, and of an unknown link whatever it says', async () => {
    const link = await linkOf(await aDepartedTrip(await prepared()))
    const long = { reason: 'x'.repeat(20_000) }
    expectProblem(await link.fail(1, long), 'validation/payload-too-large')
    expectProblem(await open.post(`/t/${unknown}/stops/1/fail`, long), 'trips/unknown-link')
    expectProblem(await open.post(`/t/${unknown}/stops/1/fail`, '{'), 'trips/unknown-link')
  })

  test('a form of another site reports nothing', async () => {
    const link = await linkOf(await aDepartedTrip(await prepared()))
    for (const type of [
      'application/x-www-form-urlencoded',
      'text/plain',
      'multipart/form-data; boundary=b',
    ]) {
      const sent = await open.post(`${link.path}/stops/1/fail`, 'reason=x', { 'content-type': type })
      expectProblem(sent, 'validation/unsupported-media-type')
    }
    expect((await link.trip()).body.stops).toMatchObject([{ outcome: null }])
  })
})

describe('a stop that could not be delivered', () => {
  test('is what it is if the staff say so: order, timeline, stop, event, audit, by the driver', async () => {
    const id = await prepared()
    const trip = await aDepartedTrip(id)
    const link = await linkOf(trip)
    const answer = await link.fail(1, { reason: 'No había nadie. Golpeé dos veces' })
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body).toEqual((await link.trip()).body)
    const reason = 'No había nadie. Golpeé dos veces'
    const outcome = { outcome: 'failed', outcome_at: expect.any(String), outcome_reason: reason }
    expect(answer.body).toMatchObject({ stops: [outcome] })
    expect((await read(trip.id)).stops).toMatchObject([outcome])

    const actor = `driver Raúl Quiroga, ${trip.number}`
    const order = await readOrder(id)
    expect(order).toMatchObject({ status: 'failed_delivery', status_reason: reason })
    expect(order.timeline.at(-1)).toMatchObject({
      status: 'failed_delivery',
      reason,
      by: actor,
      by_name: `Raúl Quiroga, ${trip.number}`,
    })
    const own = await client.portal.get(`/orders/${id}`)
    expect(own.body).toMatchObject({ status: 'failed_delivery', status_reason: reason })
    expect(own.body.timeline.at(-1)).toMatchObject({ status: 'failed_delivery', reason })
    expect(own.text).not.toContain('VIA-')
    const { body: audit } = await staff.get(`/audit?action=orders.fail&actor=${encodeURIComponent(actor)}`)
    expect(audit.data).toMatchObject([
      {
        actor,
        actor_name: `Raúl Quiroga, ${trip.number}`,
        subject_id: id,
        client_id: client.id,
        before: { status: 'in_transit' },
        after: { status: 'failed_delivery', reason },
        request_id: answer.headers.get('x-request-id'),
      },
    ])
    const { body: events } = await client.portal.get(`/events?object_id=${id}&type=order.failed_delivery`)
    expect(events.data).toMatchObject([
      {
        data: {
          object: { status_reason: reason, previous_status: 'in_transit', trip: { stop: 1, stops: 1 } },
        },
      },
    ])
    expect(JSON.stringify(events)).not.toContain('VIA-')
  })

  test('is recorded once, however often it is sent, also at once, with another reason, or after the trip', async () => {
    const id = await prepared()
    const trip = await aDepartedTrip(id)
    const link = await linkOf(trip)
    const taps = await Promise.all([1, 2, 3, 4].map(() => link.fail(1, { reason: 'Estaba cerrado' })))
    expect(taps.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const late = await link.fail(1, { reason: 'Otra cosa' })
    expect(late.body).toMatchObject({ stops: [{ outcome: 'failed', outcome_reason: 'Estaba cerrado' }] })
    await changeNow(trip.id, { action: 'close' })
    expect((await link.fail(1)).status).toBe(200)
    expect((await readOrder(id)).timeline.filter(({ status }) => status === 'failed_delivery')).toHaveLength(
      1,
    )
    const { body } = await client.portal.get(`/events?object_id=${id}&type=order.failed_delivery`)
    expect(body.data).toHaveLength(1)
  })

  test('stays with its trip: the same link says nothing of the order on its next one', async () => {
    const id = await prepared()
    const first = await aDepartedTrip(id)
    const link = await linkOf(first)
    await link.fail(1)
    const second = await aDepartedTrip(id)
    expect((await link.fail(1, { reason: 'De nuevo' })).status).toBe(200)
    expect(await readOrder(id)).toMatchObject({ status: 'in_transit', trip_id: second.id })
    await act(id, 'deliver')
    expect((await link.trip()).body.stops).toMatchObject([{ outcome: 'failed' }])
  })

  test('keeps another outcome that it has, and the driver is told which', async () => {
    const id = await prepared()
    const link = await linkOf(await aDepartedTrip(id))
    await act(id, 'deliver')
    expect(expectProblem(await link.fail(1), 'trips/stop-done').outcome).toBe('delivered')
    expect((await readOrder(id)).status).toBe('delivered')
  })

  test('is of a suspended client like of any other', async () => {
    const suspended = await warehouse.aStockedClient(10)
    const id = await prepared(suspended)
    const link = await linkOf(await aDepartedTrip(id))
    await service.db.run(sql`update clients set status = 'suspended' where id = ${suspended.id}`)
    expect((await link.trip()).status).toBe(200)
    expect((await link.fail(1)).status).toBe(200)
    expect((await readOrder(id)).status).toBe('failed_delivery')
  })

  test('or is delivered: of the driver and the staff at once, one is recorded', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await prepared()
      const link = await linkOf(await aDepartedTrip(id))
      const [failed, delivered] = await Promise.all([link.fail(1), act(id, 'deliver')])
      const { status } = await readOrder(id)
      expect([failed.status, delivered.status]).toEqual(status === 'delivered' ? [409, 200] : [200, 409])
      const stop = (await link.trip()).body.stops[0]
      expect(stop?.outcome).toBe(status === 'delivered' ? 'delivered' : 'failed')
    }
  })

  test('is refused to a link that is replaced at the same time, or is recorded first', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await prepared()
      const trip = await aDepartedTrip(id)
      const link = await linkOf(trip)
      const [failed] = await Promise.all([link.fail(1), linkOf(trip)])
      expect([200, 404]).toContain(failed.status)
      expect((await readOrder(id)).status).toBe(failed.status === 200 ? 'failed_delivery' : 'in_transit')
    }
  })
})

describe('the page', () => {
  const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

  test('is the same for every link, says nothing itself, and is kept by nobody', async () => {
    const link = await linkOf(await aTrip())
    for (const [path, status] of [
      [link.path, 200],
      [`${link.path}/`, 200],
      [`${link.path}?utm_source=whatsapp`, 200],
      [`/t/${unknown}`, 404],
    ] as const) {
      const response = await fetch(service.url + path, { headers: html })
      expect([path, response.status, await response.text()]).toEqual([path, status, page.dist.phone])
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex, nofollow',
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringMatching(/^default-src 'none'; /),
      })
      expect(response.headers.get('content-security-policy')).not.toMatch(/unsafe|https?:|\*|data:/)
      expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      expect(response.headers.get('set-cookie')).toBeNull()
    }
  })

  test('reads and reports with the same care', async () => {
    const link = await linkOf(await aDepartedTrip(await prepared()))
    for (const { headers } of [await link.trip(), await link.fail(1), await link.fail(9)]) {
      expect(Object.fromEntries(headers)).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex, nofollow',
      })
      expect(headers.get('set-cookie')).toBeNull()
      expect(headers.get('access-control-allow-origin')).toBeNull()
    }
  })
})

describe('limits', () => {
  const from = (address: string, path: string) =>
    service.app.inject({ url: path, remoteAddress: address, headers: { accept: 'text/html' } })

  test('tokens are guessed 60 times a minute per address at most, on every path, and a link still works', async () => {
    const link = await linkOf(await aDepartedTrip(await prepared()))
    const guess = (index: number) =>
      [`/t/${index}`, `/t/${unknown}/trip`, `/t/${index}/trip`][index % 3] ?? ''
    for (let index = 0; index < 60; index += 1)
      expect((await from('203.0.113.9', guess(index))).statusCode).toBe(404)
    const refused = await from('203.0.113.9', `/t/${unknown}/trip`)
    expect([refused.statusCode, refused.json().type, refused.headers['retry-after']]).toEqual([
      429,
      expect.stringMatching(/rate-limit\/exceeded$/),
      '60',
    ])
    expect((await from('203.0.113.9', `/t/${unknown}`)).statusCode).toBe(429)
    const posted = await service.app.inject({
      method: 'POST',
      url: `/t/${unknown}/stops/1/fail`,
      remoteAddress: '203.0.113.9',
    })
    expect(posted.statusCode).toBe(429)
    expect((await from('203.0.113.9', `${link.path}/trip`)).statusCode).toBe(200)
    expect((await from('203.0.113.10', `/t/${unknown}/trip`)).statusCode).toBe(404)
    clock.advance(60_000)
    expect((await from('203.0.113.9', `/t/${unknown}/trip`)).statusCode).toBe(404)
  })

  test('a link is asked 120 times a minute at most, from wherever', async () => {
    const link = await linkOf(await aTrip())
    for (let index = 0; index < 120; index += 1)
      expect((await from(`203.0.113.${index}`, `${link.path}/trip`)).statusCode).toBe(200)
    expectProblem(await link.trip(), 'rate-limit/exceeded')
    clock.advance(60_000)
    expect((await link.trip()).status).toBe(200)
  })
})

describe('the token of a link', () => {
  test('opens no route of either API, as a key, a session or a parameter', async () => {
    const { token } = await linkOf(await aDepartedTrip(await prepared()))
    const routes = [
      ...portalRouter(declarationDeps).routes.map((route) => ({ ...route, prefix: portalPrefix })),
      ...backofficeRouter(declarationDeps).routes.map((route) => ({ ...route, prefix: backofficePrefix })),
    ].filter((route) => !route.public)
    expect(routes.length).toBeGreaterThan(100)
    for (const { method, path, prefix } of routes) {
      const url = `${service.url}${prefix}${path.replace(/:\w+/g, token)}`
      const from = { origin: service.url, 'sec-fetch-site': 'same-origin' }
      for (const headers of [
        { authorization: `Bearer ${token}` },
        { cookie: `anden.session_token=${token}`, ...from },
        {},
      ] as Record<string, string>[]) {
        clock.advance(2_000)
        const answer = await parseAnswer(await fetch(`${url}?token=${token}`, { method, headers }))
        expect([method, path, answer.status]).toEqual([method, path, 401])
      }
    }
  })

  test('has only its own paths below it', async () => {
    const link = await linkOf(await aDepartedTrip(await prepared()))
    for (const path of ['/stops', '/stops/1', '/stops/1/deliver', '/orders', '/pdf', '/trip/1'])
      for (const method of ['GET', 'POST'])
        expect([path, method, (await open.call(method, link.path + path)).status]).toEqual([
          path,
          method,
          404,
        ])
    for (const [method, path] of [
      ['POST', ''],
      ['DELETE', ''],
      ['POST', '/trip'],
      ['PATCH', '/trip'],
      ['GET', '/stops/1/fail'],
      ['PUT', '/stops/1/fail'],
      ['GET', '/stops/1/acceptance'],
      ['POST', '/stops/1/remito'],
    ] as const)
      expectProblem(await open.call(method, link.path + path), 'routing/method-not-allowed')
  })

  test('is in no line of the log, no span and no metric, whatever goes wrong', async () => {
    const { token } = await linkOf(await aDepartedTrip(await prepared()))
    for (const path of ['', '/trip', '/nothing']) await open.get(`/t/${token}${path}`)
    await open.post(`/t/${token}/stops/1/fail`, '{')
    await open.post(`/t/${token}/stops/1/fail`, { reason: 'x' })
    const metrics = await (await fetch(`${service.url}/metrics`)).text()
    expect(metrics).toContain('route="/t/:token/trip"')
    expect(metrics).toContain('route="/t/:token/stops/:position/fail"')
    expect(metrics).not.toContain(token.slice(0, 8))
    expect(logged.join('')).toContain('/t/…/stops/1/fail')
    expect(traced).toContain('POST /t/:token/stops/:position/fail')
    expect(logged.join('') + traced.join('')).not.toContain(token.slice(0, 8))
    const failed = await open.post(`/t/${token}/stops/1/fail`, '{')
    expect(failed.text).not.toContain(token)
  })
})
