import { uuidv7 } from 'uuidv7'
import { afterAll, describe, expect, test } from 'vitest'
import { expectInvariants } from '../../tests/harness/invariants.ts'
import { expectProblem, expectRefusal } from '../../tests/harness/problem-answers.ts'
import { useService } from '../../tests/harness/prologue.ts'
import { tally } from '../../tests/harness/race.ts'
import type { TestClient } from '../../tests/harness/service.ts'

const service = await useService()
const staff = await service.aStaffMember()
afterAll(() => expectInvariants(service.db))

const pay = ({ id }: TestClient, amount: number, more: object = { payment_method: 'transferencia' }) =>
  staff.post('/payments', { client_id: id, amount, ...more })
const sell = ({ id }: TestClient, amount: number, more: object = {}) =>
  staff.post('/credit-sales', { client_id: id, amount, ...more })
const noteNumber = '00003-00000087'
const credit = ({ id }: TestClient, amount: number, more: object = {}) =>
  staff.post('/credit-notes', { client_id: id, amount, number: noteNumber, ...more })
const reverse = (id: string, reason = 'Cargado dos veces') =>
  staff.post(`/transactions/${id}/reverse`, { reason })
const balance = async ({ portal }: TestClient) => (await portal.get('/balance')).body
const nothing = { saldo: 0, total_fiado: 0, total_pagado: 0, total_notas_credito: 0 }
const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}'

test('a balance with too many digits is refused with a clear message, and nothing is recorded', async () => {
  const client = await service.aClient()
  const most = 100_000_000_000
  const answers = await Promise.all(Array.from({ length: 100 }, () => sell(client, most)))
  const [refused, ...more] = answers.filter(({ status }) => status !== 201)
  expect(more).toEqual([])
  expect(refused && expectProblem(refused, 'validation/invalid-body').detail).toContain('fifteen digits')
  expect((await balance(client)).saldo).toBe(99 * most)
})

describe('an entry of the account', () => {
  test('is a payment by its method, a credit sale as fiado, a credit note as nota_credito', async () => {
    const client = await service.aClient()
    const answers = [
      await sell(client, 1000.1, { description: 'Factura 1' }),
      await pay(client, 300.05, { payment_method: 'cheque' }),
      await credit(client, 0.01, { description: null }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    const common = { reverses: null, paid_on: null, created_at: expect.any(String) }
    const entry = (prefix: string, fields: object) => ({
      id: expect.stringMatching(new RegExp(`^${prefix}_${uuid}$`)),
      ...common,
      ...fields,
    })
    const expected = [
      entry('sale', {
        type: 'credit_sale',
        amount: 1000.1,
        payment_method: 'fiado',
        number: null,
        description: 'Factura 1',
      }),
      entry('pay', {
        type: 'payment',
        amount: 300.05,
        payment_method: 'cheque',
        number: null,
        description: null,
        paid_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      }),
      entry('cn', {
        type: 'credit_note',
        amount: 0.01,
        payment_method: 'nota_credito',
        number: noteNumber,
        description: null,
      }),
    ]
    expect(answers.map(({ body }) => body)).toEqual(expected)
    const listed = (await client.portal.get('/transactions')).body.data
    expect(listed.toReversed()).toEqual(expected)
    const balances = [700.04, 700.05, 1000.1]
    expect((await staff.get(`/clients/${client.id}/transactions`)).body.data).toEqual(
      listed.map((row: object, index: number) => ({ ...row, balance: balances[index] })),
    )
  })

  test('changes the balance: what is owed is sales less credit notes, what is paid is payments', async () => {
    const client = await service.aClient()
    expect(await balance(client)).toEqual(nothing)
    await sell(client, 1000.1)
    await sell(client, 0.2)
    await credit(client, 100.1)
    await pay(client, 1000)
    const expected = { saldo: -99.8, total_fiado: 900.2, total_pagado: 1000, total_notas_credito: 100.1 }
    expect(await balance(client)).toEqual(expected)
    expect((await staff.get(`/clients/${client.id}/balance`)).body).toEqual(expected)
  })

  test.each(['efectivo', 'tarjeta', 'transferencia', 'qr', 'cheque'])('can be paid by %s', async (method) => {
    const client = await service.aClient()
    expect((await pay(client, 5, { payment_method: method })).body.payment_method).toBe(method)
    const { body } = await client.portal.get(`/transactions?payment_method=${method}`)
    expect(body.data).toHaveLength(1)
  })

  test.each(['fiado', 'nota_credito', 'EFECTIVO', '', null])('cannot be paid by %s', async (method) => {
    const answer = await pay(await service.aClient(), 5, { payment_method: method })
    expectRefusal(answer, 'validation/invalid-body', {
      errors: [
        {
          pointer: '/payment_method',
          detail: expect.stringMatching(/^must be (one of efectivo, tarjeta|a string)/),
        },
      ],
    })
  })

  test('requires its own members, and accepts no others', async () => {
    const client = await service.aClient()
    const faults = async (attempt: ReturnType<typeof pay>) => {
      const { errors } = expectRefusal(await attempt, 'validation/invalid-body', {
        errors: expect.any(Array),
      })
      return errors.map(({ pointer }: { pointer: string }) => pointer)
    }
    expect(await faults(pay(client, 1, {}))).toEqual(['/payment_method'])
    expect(await faults(sell(client, 1, { payment_method: 'qr' }))).toEqual(['/payment_method'])
    expect(await faults(credit(client, 1, { number: undefined }))).toEqual(['/number'])
    expect(await faults(credit(client, 1, { number: '' }))).toEqual(['/number'])
    expect(await faults(staff.post('/payments', {}))).toEqual(['/client_id', '/amount', '/payment_method'])
    expect(await balance(client)).toMatchObject({ saldo: 0 })
  })
})

test('an entry has one time: in its response, its replay, the list, the audit log and its event', async () => {
  const client = await service.aClient()
  const send = () =>
    staff.post(
      '/payments',
      { client_id: client.id, amount: 10, payment_method: 'efectivo', description: 'Señal "ñ"' },
      { 'idempotency-key': 'one-time' },
    )
  const [first, again] = [await send(), await send()]
  expect(first.body.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  expect([again.headers.get('idempotency-replayed'), again.body]).toEqual(['true', first.body])
  const [listed] = (await client.portal.get('/transactions')).body.data
  const [logged] = (await staff.get(`/audit?client_id=${client.id}&action=account.payment`)).body.data
  const [told] = (await client.portal.get('/events?type=payment.received')).body.data
  for (const { id, created_at } of [listed, logged.after, told.data.object])
    expect({ id, created_at }).toEqual({ id: first.body.id, created_at: first.body.created_at })
  expect([logged.created_at, told.created_at]).toEqual(Array(2).fill(first.body.created_at))
})

describe('the number of a credit note', () => {
  test('is in its response, its reversal, the audit log and its event', async () => {
    const client = await service.aClient()
    const { body: note } = await credit(client, 10, { number: 'NC Ñ 0003-00000088' })
    const { body: reversal } = await reverse(note.id)
    expect([note.number, reversal.number]).toEqual(Array(2).fill('NC Ñ 0003-00000088'))
    const { body: audit } = await staff.get(`/audit?client_id=${client.id}`)
    const logged = audit.data.map(({ after }: { after: { number: string } }) => after.number)
    expect(logged).toEqual(Array(2).fill('NC Ñ 0003-00000088'))
    const { body: events } = await client.portal.get('/events?type=credit_note.issued')
    expect(events.data[0].data.object.number).toBe('NC Ñ 0003-00000088')
  })

  test('is taken once per client, and reversing the note does not free it', async () => {
    const [client, other] = [await service.aClient(), await service.aClient()]
    const { body: note } = await credit(client, 10)
    await reverse(note.id)
    expect(expectRefusal(await credit(client, 20), 'account/duplicate-number').detail).toContain(noteNumber)
    expect((await credit(other, 20)).status).toBe(201)
    expect((await credit(client, 20, { number: '00003-00000088' })).status).toBe(201)
    expect(await balance(client)).toMatchObject({ total_fiado: -20 })
  })

  test('goes to one of many concurrent requests', async () => {
    const client = await service.aClient()
    const answers = await Promise.all([1, 2, 3, 4].map((amount) => credit(client, amount)))
    expect(tally(answers)).toEqual({ '201': 1, '409 account/duplicate-number': 3 })
    const won = answers.find(({ status }) => status === 201)
    expect(await balance(client)).toMatchObject({ total_fiado: -won?.body.amount })
  })

  test.each([
    ['x'.repeat(41), /40 characters/],
    ['', 'must not be empty'],
    ['NC/1', /letters, digits, hyphens and spaces/],
    ['NC\t1', /letters, digits, hyphens and spaces/],
    [' NC-1', /without a space at either end/],
    ['NC-1 ', /without a space at either end/],
  ])('cannot be %j', async (number, detail) => {
    expectRefusal(await credit(await service.aClient(), 1, { number }), 'validation/invalid-body', {
      errors: [{ pointer: '/number', detail: expect.stringMatching(detail) }],
    })
  })
})

describe('POST /transactions/{id}/reverse', () => {
  test.each([
    ['payment', pay, nothing],
    ['credit_sale', sell, nothing],
    ['credit_note', credit, nothing],
  ] as const)('undoes a %s by its opposite, and emits nothing', async (type, record, after) => {
    const client = await service.aClient()
    const { body: first } = await record(client, 250.25)
    const events = (await client.portal.get('/events')).text
    const answer = await reverse(first.id)
    expect([answer.status, answer.body]).toEqual([
      201,
      {
        ...first,
        id: expect.stringMatching(new RegExp(`^${first.id.split('_')[0]}_${uuid}$`)),
        type,
        amount: -250.25,
        description: 'Cargado dos veces',
        reverses: first.id,
        created_at: expect.any(String),
      },
    ])
    expect(await balance(client)).toEqual(after)
    expect((await client.portal.get('/transactions')).body.data).toEqual([answer.body, first])
    expect((await client.portal.get('/events')).text).toBe(events)
  })

  test('works once, and never for a reversal', async () => {
    const client = await service.aClient()
    const { body: first } = await pay(client, 10)
    const { body: undone } = await reverse(first.id)
    const details = [/already reversed/, /itself a reversal/]
    for (const [index, { id }] of [first, undone].entries()) {
      const { detail } = expectRefusal(await reverse(id), 'account/already-reversed')
      expect(detail).toMatch(details[index] ?? '')
    }
    expect(await balance(client)).toMatchObject({ total_pagado: 0 })
  })

  test('finds an entry only by its full id', async () => {
    const { body } = await pay(await service.aClient(), 10)
    const bare = body.id.slice('pay_'.length)
    for (const id of [bare, `sale_${bare}`, `pay_${uuidv7()}`, 'pay_', 'nonsense'])
      expectRefusal(await reverse(id), 'transactions/not-found')
    expectRefusal(await staff.post(`/transactions/${body.id}/reverse`, {}), 'validation/invalid-body', {
      errors: [{ pointer: '/reason', detail: 'is required' }],
    })
  })
})

describe('an Idempotency-Key', () => {
  const paymentOf = ({ id }: TestClient) => ({ client_id: id, amount: 10, payment_method: 'qr' })

  test('is not needed: without one, money that is sent twice is recorded twice', async () => {
    const client = await service.aClient()
    const [first, second] = [await pay(client, 10), await pay(client, 10)]
    expect([first, second].map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([null, null])
    expect(await balance(client)).toMatchObject({ total_pagado: 20 })
  })

  test('identifies one request of one staff key to one path', async () => {
    const client = await service.aClient()
    const headers = { 'idempotency-key': uuidv7() }
    const { payment_method: _, ...sale } = paymentOf(client)
    const colleague = await service.aStaffMember()
    const answers = [
      await staff.post('/payments', paymentOf(client), headers),
      await staff.post('/payments', paymentOf(client), headers),
      await staff.post('/credit-sales', sale, headers),
      await colleague.post('/payments', paymentOf(client), headers),
    ]
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    const replayed = answers.map((answer) => answer.headers.get('idempotency-replayed'))
    expect(replayed).toEqual([null, 'true', null, null])
    expect(await balance(client)).toMatchObject({ total_fiado: 10, total_pagado: 20 })
    const { length } = (await client.portal.get('/events?type=payment.received')).body.data
    expect(length).toBe(2)
  })

  test('stores refusals, too, and replays them word for word', async () => {
    const { body } = await pay(await service.aClient(), 10)
    await reverse(body.id)
    const headers = { 'idempotency-key': uuidv7() }
    const send = () => staff.post(`/transactions/${body.id}/reverse`, { reason: 'Otra vez' }, headers)
    const [first, again] = [await send(), await send()]
    for (const answer of [first, again]) expectRefusal(answer, 'account/already-reversed')
    expect([first, again].map((answer) => answer.headers.get('idempotency-replayed'))).toEqual([null, 'true'])
  })
})
