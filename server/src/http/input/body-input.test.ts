// Bodies match their schema exactly or are refused, with every error and its location in one response.

import { eventPatterns } from '@anden/contract'
import { uuidv7 } from 'uuidv7'
import { describe, expect, test } from 'vitest'
import { expectRefusal } from '../../../tests/harness/problem-answers.ts'
import { useWarehouse } from '../../../tests/harness/prologue.ts'
import { order } from '../../../tests/harness/warehouse.ts'

const { service, warehouse } = await useWarehouse()
const client = await warehouse.aStockedClient(10)
const staff = warehouse.staff

const send = (body: unknown) => client.portal.post('/orders', body as object, { 'idempotency-key': uuidv7() })
const item = (more: Record<string, unknown>) => ({ product_id: client.productId, quantity: 1, ...more })
const anOrder = (more: Record<string, unknown>) => ({
  destinatario_id: client.destinatarioId,
  items: [item({})],
  ...more,
})

describe('a body', () => {
  test('gets all of its errors in one response', async () => {
    const body = {
      destinatario_id: 'x',
      items: [item({ quantity: 0 }), item({ quantity: '1', colour: 'red' }), 7],
      delivery_type: 'drone',
      notes: 5,
      'a/b~c': 1,
    }
    expectRefusal(await send(body), 'validation/invalid-body', {
      detail: expect.stringMatching(/ \(and 7 more, see "errors"\)\.$/),
      errors: expect.toSatisfy((errors: { pointer: string; detail: string }[]) => {
        expect(Object.fromEntries(errors.map(({ pointer, detail }) => [pointer, detail]))).toEqual({
          '/a~1b~0c': expect.stringMatching(/^is not a known member[:;]/),
          '/destinatario_id': 'must be a UUID',
          '/items/0/quantity': 'must be greater than 0',
          '/items/1/quantity': 'must be a number',
          '/items/1/colour':
            'is not a known member; the known ones are product_id, sku, quantity, vintage_year, notes',
          '/items/2': 'must be an object',
          '/delivery_type': 'must be one of envio, retiro',
          '/notes': 'must be a string or null',
        })
        return true
      }),
    })
  })

  test('gets at most 20 errors', async () => {
    const items = Array.from({ length: 30 }, () => item({ quantity: -1 }))
    const { errors } = expectRefusal(await send(anOrder({ items })), 'validation/invalid-body', {
      errors: expect.any(Array),
    })
    expect(errors).toHaveLength(20)
  })

  test('with too many items is refused without validating them', async () => {
    const flood = { items: Array(300_000).fill({}), destinatario_id: client.destinatarioId }
    expectRefusal(await send(flood), 'validation/invalid-body', {
      detail: 'The body cannot be accepted: /items must have at most 200.',
      errors: [{ pointer: '/items', detail: 'must have at most 200' }],
    })
    const events = Array(300_000).fill([])
    expectRefusal(await client.portal.post('/webhooks', { url: 'x', events }), 'validation/invalid-body', {
      errors: [{ pointer: '/events', detail: `must have at most ${eventPatterns.length}` }],
    })
  })

  test('with a nonexistent date is refused with that reason', async () => {
    const remito = { client_id: client.id, type: 'ingreso', date: '2026-02-30', items: [item({})] }
    expectRefusal(await staff.post('/remitos', remito), 'validation/invalid-body', {
      errors: [{ pointer: '/date', detail: 'is not a day: 2026-02-30 does not exist' }],
    })
    expectRefusal(await staff.post('/remitos', { ...remito, date: '30/2/2026' }), 'validation/invalid-body', {
      errors: [{ pointer: '/date', detail: 'must be a date, YYYY-MM-DD' }],
    })
  })

  test('that breaks a business rule is refused with that rule', async () => {
    const refusal = expectRefusal(
      await send(anOrder({ items: [item({ quantity: 1.5 })] })),
      'validation/invalid-body',
      { errors: [{ pointer: '/items/0/quantity', detail: expect.any(String) }] },
    )
    expect(refusal.detail).toBe(`The body cannot be accepted: /items/0/quantity ${refusal.errors[0].detail}.`)
  })

  test.each([
    ['nothing', {}, ['/destinatario_id', '/items']],
    ['no items', { items: [] }, ['/items']],
    ['201 items', { items: Array(201).fill({ product_id: uuidv7(), quantity: 1 }) }, ['/items']],
    ['an array', [], ['']],
    ['null', 'null', ['']],
    ['a text', '"text"', ['']],
  ])('of %s is refused', async (_, given, pointers) => {
    const body = typeof given === 'object' && 'items' in given ? anOrder(given) : given
    const { errors } = expectRefusal(await send(body), 'validation/invalid-body', {
      errors: expect.any(Array),
    })
    expect(errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(pointers)
  })

  test('of 200 items is accepted', async () => {
    const { productId, destinatarioId, portal } = await warehouse.aStockedClient(200)
    const items = Array(200).fill({ product_id: productId, quantity: 1 })
    expect((await order({ productId, destinatarioId, portal }, 1, { items })).status).toBe(201)
  })

  test.each([
    [0, 'must be greater than 0'],
    [-1, 'must be greater than 0'],
    [0.0001, 'must have at most 3 decimals'],
    [1.0005, 'must have at most 3 decimals'],
    [1e12, 'must be at most 1000000000'],
    ['1', 'must be a number'],
    [null, 'must be a number'],
    [true, 'must be a number'],
  ])('with the quantity %s is refused', async (quantity, detail) => {
    expectRefusal(await send(anOrder({ items: [item({ quantity })] })), 'validation/invalid-body', {
      detail: `The body cannot be accepted: /items/0/quantity ${detail}.`,
      errors: [{ pointer: '/items/0/quantity', detail }],
    })
  })

  test.each([0.001, 0.007, 1.1, 2.675, 999.999])('with %s kg is accepted', async (quantity) => {
    const { status, body } = await order(await warehouse.aStockedClient(1000, 'kg'), quantity)
    expect([status, body.distribution_order_items[0].quantity]).toEqual([201, quantity])
  })

  test.each([
    [100.005, 'must have at most 2 decimals'],
    [0, 'must be greater than 0'],
    [-5, 'must be greater than 0'],
    ['5', 'must be a number'],
  ])('with the amount %s is refused', async (amount, detail) => {
    const payment = { client_id: client.id, payment_method: 'qr', amount }
    expectRefusal(await staff.post('/payments', payment), 'validation/invalid-body', {
      errors: [{ pointer: '/amount', detail }],
    })
  })

  test.each([
    ['/destinatarios', { cuit_dni: '20-12345678-7' }, '/cuit_dni', /check digit/],
    ['/destinatarios', { cuit_dni: '123456' }, '/cuit_dni', /7 or 8 digits/],
    ['/destinatarios', { iva_condition: 'otra' }, '/iva_condition', /responsable_inscripto, exento/],
    ['/destinatarios', { email: 'nobody' }, '/email', /e-mail/],
    ['/destinatarios', { email: `a@${'.'.repeat(300_000)} ` }, '/email', /at most 320 characters/],
    ['/destinatarios', { cuit_dni: ' '.repeat(300_000) }, '/cuit_dni', /11 digits/],
    ['/destinatarios', { city: 'x'.repeat(500_000) }, '/city', /^must have at most 200 characters$/],
    [
      '/destinatarios',
      { ['y'.repeat(500_000)]: 1 },
      `/${'y'.repeat(200)}…`,
      /^is not a known member; the known ones are name, /,
    ],
    [
      '/destinatarios',
      { constructor: { prototype: {} } },
      '/constructor',
      /^is not a known member; the known ones are name, /,
    ],
    ['/destinatarios', { delivery_schedule: 'x'.repeat(201) }, '/delivery_schedule', /200/],
    ['/destinatarios', { name: '' }, '/name', /^must not be empty$/],
    ['/destinatarios', { name: ' \t ' }, '/name', /^must not be blank$/],
    ['/destinatarios', { city: 'a\u0000b' }, '/city', /U\+0000/],
    ['/destinatarios', { city: 'half \ud83c' }, '/city', /Unicode/],
    ['/destinatarios', { id: uuidv7() }, '/id', /not a known member/],
  ])('to %s with %j is refused', async (path, given, pointer, detail) => {
    const { errors } = expectRefusal(
      await client.portal.post(path, { name: 'Vinoteca', ...given }),
      'validation/invalid-body',
      { errors: expect.any(Array) },
    )
    expect(errors).toEqual([{ pointer, detail: expect.stringMatching(detail) }])
  })

  test('is refused with another content type, malformed, empty, truncated or with __proto__', async () => {
    const post = (text: string, type = 'application/json') =>
      client.portal.post('/destinatarios', text, { 'content-type': type })
    const name = '{"name":"Vinoteca"}'
    for (const type of ['text/plain', 'text/csv', 'application/xml', 'multipart/form-data', 'nonsense'])
      expectRefusal(await post(name, type), 'validation/unsupported-media-type')
    for (const text of [
      '',
      '{',
      "{'name':1}",
      `${name},`,
      '{"name":"x","__proto__":{"x":1}}',
      '{"a":{"\\u005f_proto__" :1}}',
    ])
      expectRefusal(await post(text), 'validation/malformed-json')
    for (const type of ['application/json; charset=utf-8', 'Application/JSON'])
      expect((await post(name, type)).status).toBe(201)
    expectRefusal(await client.portal.call('POST', '/destinatarios'), 'validation/invalid-body', {
      errors: [{ pointer: '', detail: 'is missing' }],
    })
  })

  test('is JSON in UTF-8, with or without a byte order mark', async () => {
    const post = (bytes: Uint8Array<ArrayBuffer>, type = 'application/json') =>
      client.portal.post('/destinatarios', new Blob([bytes]), { 'content-type': type })
    const name = Buffer.from('{"name":"Ñandú"}')
    expectRefusal(await post(Buffer.from('{"name":"Ñandú"}', 'latin1')), 'validation/malformed-json', {
      detail: 'The body is not valid UTF-8.',
    })
    for (const type of ['latin1', 'utf-16', '"iso-8859-1"', ''])
      expectRefusal(
        await post(name, `application/json; charset=${type}`),
        'validation/unsupported-media-type',
      )
    for (const type of ['utf-8', 'UTF8', '"Utf-8"']) {
      const { status, body } = await post(name, `application/json;charset=${type}`)
      expect([type, status, body.name]).toEqual([type, 201, 'Ñandú'])
    }
    const marked = Buffer.concat([Buffer.from('\uFEFF'), name])
    expect((await post(marked)).body.name).toBe('Ñandú')
  })

  test('is at most 64 levels deep', async () => {
    const nested = (levels: number) => `{"name":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`
    expectRefusal(await client.portal.post('/destinatarios', nested(64)), 'validation/invalid-body', {
      errors: [{ pointer: '/name', detail: 'must be a string' }],
    })
    for (const levels of [65, 5000, 500_000]) {
      expectRefusal(await client.portal.post('/destinatarios', nested(levels)), 'validation/malformed-json', {
        detail: 'The body is nested more than 64 levels deep.',
      })
    }
    const brackets = JSON.stringify({ name: '[{'.repeat(80) })
    expect((await client.portal.post('/destinatarios', brackets)).status).toBe(201)
  })

  test('over 1 MiB is refused, and of exactly 1 MiB is read', async () => {
    const padded = (bytes: number) => `{"name":"Vinoteca"${' '.repeat(bytes - 19)}}`
    expect(padded(100)).toHaveLength(100)
    expect((await client.portal.post('/destinatarios', padded(1024 * 1024))).status).toBe(201)
    expectRefusal(
      await client.portal.post('/destinatarios', padded(1024 * 1024 + 1)),
      'validation/payload-too-large',
    )
  })

  test('is validated after key and scope', async () => {
    const reader = await service.aClient({ scopes: ['read:orders'] })
    const answer = await reader.portal.post('/orders', '{', { 'content-type': 'text/plain' })
    expectRefusal(answer, 'auth/insufficient-scope', {
      required_scopes: ['write:orders'],
      granted_scopes: ['read:orders'],
    })
    const nobody = await service.portal().post('/orders', '{')
    expectRefusal(nobody, 'auth/missing-credentials')
  })
})
