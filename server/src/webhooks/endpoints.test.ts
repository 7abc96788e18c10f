import { eventTypes } from '@anden/contract'
import { describe, expect, test } from 'vitest'
import type { Caller } from '../../tests/harness/http.ts'
import { expectRefusal } from '../../tests/harness/problem-answers.ts'
import { useWebhooks } from '../../tests/harness/prologue.ts'
import { race, tally, times } from '../../tests/harness/race.ts'
import { checkUrl } from './guard.ts'

const urlRule = (url: string) => checkUrl(url, { allowPrivate: false, resolve: async () => [] })
const webhooks = await useWebhooks({ urlRule })

const aClient = () => webhooks.service.aClient()
const url = 'https://erp.bodega.example/hooks'
const events = ['payment.received', 'order.created']
const create = (portal: Caller, more: object = {}) => portal.post('/webhooks', { url, events, ...more })

describe('POST /webhooks', () => {
  test('returns the endpoint, its secret and a warning, and nothing else', async () => {
    const { portal } = await aClient()
    const { status, headers, body } = await create(portal, { description: 'ERP' })
    expect(status).toBe(201)
    expect(headers.get('location')).toMatch(new RegExp(`/webhooks/${body.id}$`))
    expect(body).toEqual({
      id: expect.any(String),
      url,
      description: 'ERP',
      events,
      event_patterns: events,
      header_names: [],
      filter: null,
      auto_resume: false,
      status: 'active',
      created_at: expect.any(String),
      signing_secret: expect.stringMatching(/^whsec_[0-9a-f]{64}$/),
      signing_secret_warning: expect.stringMatching(/not shown again/),
      // Names of `.example` never resolve.
      warnings: [
        {
          pointer: '/url',
          code: 'host_not_resolved',
          params: { host: 'erp.bodega.example' },
          detail: expect.stringContaining('does not resolve'),
        },
      ],
    })
    const { signing_secret, signing_secret_warning, warnings, ...shown } = body
    expect((await portal.get(`/webhooks/${body.id}`)).body).toEqual({
      ...shown,
      consecutive_failures: 0,
      last_success_at: null,
      last_failure_at: null,
      last_failure_reason: null,
      last_failure: null,
      updated_at: body.created_at,
    })
  })

  test('creates twenty endpoints from twenty-five concurrent requests, and another once one is deleted', async () => {
    const { portal } = await aClient()
    const answers = await race(
      times(25, (i) => () => create(portal, { url: `https://erp.bodega.example/${i}` })),
    )
    expect(tally(answers)).toEqual({ '201': 20, '409 webhooks/endpoint-limit-reached': 5 })
    const { body } = await portal.get('/webhooks')
    expect(Object.keys(body)).toEqual(['data'])
    expect(body.data).toHaveLength(20)
    expectRefusal(await create(portal), 'webhooks/endpoint-limit-reached')
    await portal.delete(`/webhooks/${body.data[0].id}`)
    expect((await create(portal)).status).toBe(201)
  })

  test('accepts a URL once per client, even in ten concurrent requests', async () => {
    const { portal } = await aClient()
    const answers = await race(times(10, () => () => create(portal)))
    expect(tally(answers)).toEqual({ '201': 1, '409 webhooks/duplicate-url': 9 })
    // The same URL in another notation.
    expectRefusal(
      await create(portal, { url: 'https://ERP.bodega.example:443/hooks#x' }),
      'webhooks/duplicate-url',
    )
    expect((await create((await aClient()).portal)).status).toBe(201)
    const { body } = await portal.get('/webhooks')
    await portal.delete(`/webhooks/${body.data[0].id}`)
    expect((await create(portal)).status).toBe(201)
  })

  test.each([
    'http://erp.bodega.example/hooks',
    'https://user:password@erp.bodega.example/',
    'https://127.0.0.1/',
    'https://[::ffff:10.0.0.1]/',
    'https://0x7f.1/',
    'https://localhost/',
    'ftp://erp.bodega.example/',
    'nonsense',
  ])('refuses %s with a reason', async (forbidden) => {
    const { portal } = await aClient()
    const { body } = await create(portal)
    for (const answer of [
      await create(portal, { url: forbidden }),
      await portal.patch(`/webhooks/${body.id}`, { url: forbidden }),
    ]) {
      const members = { errors: [{ pointer: '/url', detail: expect.any(String) }] }
      const { detail, errors } = expectRefusal(answer, 'webhooks/url-not-allowed', members)
      expect(errors[0].detail).toBe(detail)
    }
    expect((await portal.get(`/webhooks/${body.id}`)).body.url).toBe(url)
  })

  test.each([
    ['none', [], '/events'],
    ['one twice', ['order.created', 'order.created'], '/events'],
    ['an unknown type', ['order.created', 'order.eaten'], '/events/1'],
    ['the test ping', ['webhook.test'], '/events/0'],
    ['all and one twice', [...eventTypes, 'order.created'], '/events'],
    ['one pattern twice', ['order.*', 'order.*'], '/events'],
    ['an unknown family', ['orders.*'], '/events/0'],
    ['another wildcard', ['*.created'], '/events/0'],
    ['the test family', ['webhook.*'], '/events/0'],
  ])('refuses %s among the events', async (_, given, pointer) => {
    const { portal } = await aClient()
    const answer = await create(portal, { events: given })
    const { errors } = expectRefusal(answer, 'validation/invalid-body', { errors: expect.any(Array) })
    expect(errors[0].pointer).toBe(pointer)
  })

  test('accepts all event types, among them the sixteen that v1 began with', async () => {
    const { portal } = await aClient()
    const { body } = await create(portal, { events: eventTypes })
    expect(body.events).toEqual(eventTypes)
    expect(body.events).toEqual(expect.arrayContaining(firstEventTypes))
  })
})

const firstEventTypes = [
  'order.created',
  'order.approved',
  'order.rejected',
  'order.in_preparation',
  'order.in_transit',
  'order.delivered',
  'order.failed_delivery',
  'order.cancelled',
  'remito.created',
  'remito.voided',
  'payment.received',
  'credit_note.issued',
  'stock.changed',
  'lot.created',
  'lot.depleted',
  'lot.expiring',
]
