// What the staff's account has beyond the client's: the day of a payment, the balance after each entry, all balances.
import { describe, expect, test } from 'vitest'
import { controlledClock } from '../../tests/harness/clock.ts'
import { addAccountEntries } from '../../tests/harness/document-data.ts'
import { expectRefusal } from '../../tests/harness/problem-answers.ts'
import { useService } from '../../tests/harness/prologue.ts'
import { readXlsx, recordsOfXlsx } from '../../tests/harness/xlsx.ts'
import { issueStaffKey } from '../identity/issue-keys.ts'

// 22:30 of 1 November in the warehouse.
const clock = controlledClock('2026-11-02T01:30:00.000Z')
const service = await useService({ clock: clock.now })
const staff = await service.aStaffMember()

const key = await issueStaffKey(service.db, { name: 'ERP', scopes: ['staff:read'] })

const pay = (client_id: string, more: object = {}) =>
  staff.post('/payments', { client_id, amount: 10, payment_method: 'qr', ...more })

describe('paid_on', () => {
  test('is the day of the warehouse unless an earlier one is given, on both sides and in the event', async () => {
    const client = await service.aClient()
    const answers = [
      await pay(client.id),
      await pay(client.id, { paid_on: null }),
      await pay(client.id, { paid_on: '2026-10-30' }),
      await pay(client.id, { paid_on: '2000-01-01' }),
    ]
    const days = ['2026-11-01', '2026-11-01', '2026-10-30', '2000-01-01']
    expect(answers.map(({ status, body }) => [status, body.paid_on])).toEqual(days.map((day) => [201, day]))
    for (const { body } of [
      await client.portal.get('/transactions'),
      await staff.get(`/clients/${client.id}/transactions`),
    ]) {
      expect(body.data.map((row: { paid_on: string }) => row.paid_on).toReversed()).toEqual(days)
    }
    const { body: events } = await client.portal.get('/events?type=payment.received')
    expect(
      events.data.map((one: { data: { object: { paid_on: string } } }) => one.data.object.paid_on).sort(),
    ).toEqual(days.toSorted())
  })

  test.each(['2026-11-02', '1999-12-31', '2100-01-01'])('cannot be %s', async (paid_on) => {
    const client = await service.aClient()
    expectRefusal(await pay(client.id, { paid_on }), 'validation/invalid-body', {
      errors: [
        {
          pointer: '/paid_on',
          detail: 'must be from 2000-01-01 to today, 2026-11-01',
        },
      ],
    })
    expect((await client.portal.get('/transactions')).body.data).toEqual([])
  })

  test.each(['01/11/2026', '2026-02-30', ''])('is refused as %j, which is not a day', async (paid_on) => {
    const { id } = await service.aClient()
    expectRefusal(await pay(id, { paid_on }), 'validation/invalid-body', { errors: expect.any(Array) })
  })

  test('is not a member of a credit sale or a credit note', async () => {
    const { id: client_id } = await service.aClient()
    const given = { client_id, amount: 1, paid_on: '2026-10-30' }
    for (const answer of [
      await staff.post('/credit-sales', given),
      await staff.post('/credit-notes', { ...given, number: 'NC 1' }),
    ]) {
      expectRefusal(answer, 'validation/invalid-body', {
        errors: [{ pointer: '/paid_on', detail: expect.stringMatching(/^is not a known member[:;]/) }],
      })
    }
  })

  test('of a reversal is that of the payment', async () => {
    const { id } = await service.aClient()
    const { body } = await pay(id, { paid_on: '2026-10-30' })
    const reversal = await staff.post(`/transactions/${body.id}/reverse`, { reason: 'Duplicado' })
    expect(reversal.body).toMatchObject({ amount: -10, paid_on: '2026-10-30' })
  })

  test('of a payment from before it was asked for is the day of its record in the warehouse', async () => {
    const client = await service.aClient()
    await addAccountEntries(service.db, client.id, [
      { created_at: '2026-03-01T01:00:00.000Z' },
      { type: 'credit_sale', created_at: '2026-02-01T01:00:00.000Z' },
    ])
    const { body } = await client.portal.get('/transactions')
    expect(body.data.map((row: { paid_on: string }) => row.paid_on)).toEqual(['2026-02-28', null])
  })
})

describe('the balance after an entry', () => {
  type Row = { id: string; type: string; amount: number; balance: number | null; created_at: string }

  async function anOldAccount() {
    const client = await service.aClient()
    const types = ['credit_sale', 'payment', 'credit_note'] as const
    // Several in a month, some at the same moment, some around midnight of the warehouse at the end of a month.
    const moments = [
      '03-01T02:59:59.999Z',
      '03-01T03:00:00.000Z',
      '03-15T12:00:00.000Z',
      '07-01T02:00:00.000Z',
    ]
    await addAccountEntries(
      service.db,
      client.id,
      Array.from({ length: 48 }, (_, index) => ({
        type: types[index % 3],
        amount: ((index * 7919) % 10_000) / 100 + 0.01,
        created_at: `2026-${moments[index % 4]}`,
      })),
    )
    return client
  }

  async function read(path: string): Promise<Row[]> {
    const rows: Row[] = []
    for (let cursor = ''; ; ) {
      const { body } = await staff.get(`${path}${cursor}`)
      rows.push(...body.data)
      if (!body.has_more) return rows
      cursor = `&cursor=${body.next_cursor}`
    }
  }
  const changeOf = ({ type, amount }: Row) => Math.round((type === 'credit_sale' ? amount : -amount) * 100)

  test('adds up from the first entry to the balance of the client, whatever the pages are', async () => {
    const client = await anOldAccount()
    const { saldo } = (await client.portal.get('/balance')).body
    const whole = await read(`/clients/${client.id}/transactions?limit=100`)
    let cents = 0
    for (const row of whole.toReversed()) {
      cents += changeOf(row)
      expect(Math.round((row.balance ?? 0) * 100)).toBe(cents)
    }
    expect(whole[0]?.balance).toBe(saldo)
    expect(await read(`/clients/${client.id}/transactions?limit=7`)).toEqual(whole)
    const until = whole.filter(({ created_at }) => created_at < '2026-03-15')
    expect(await read(`/clients/${client.id}/transactions?limit=5&to=2026-03-15T00:00:00Z`)).toEqual(until)
  })

  test('is null in a list of one type or method', async () => {
    const client = await anOldAccount()
    for (const filter of ['type=payment', 'payment_method=efectivo', 'type=credit_note']) {
      const rows = await read(`/clients/${client.id}/transactions?limit=5&${filter}`)
      expect(rows).toHaveLength(16)
      expect(new Set(rows.map(({ balance }) => balance))).toEqual(new Set([null]))
    }
  })

  test('is a column of the export', async () => {
    const client = await anOldAccount()
    const { text } = await staff.get(`/clients/${client.id}/transactions`, { accept: 'text/csv' })
    const [head, newest] = text.split('\r\n')
    expect(head?.split(',')).toContain('balance')
    expect(newest?.split(',')).toContain(String((await client.portal.get('/balance')).body.saldo))
  })
})

type Balances = Record<string, number> & { client_id: string; saldo: number }

describe('GET /balances', () => {
  test('lists every client with an account, the largest debt first, and their sum', async () => {
    const sell = async (amount: number, credited = 0) => {
      const client = await service.aClient()
      await addAccountEntries(service.db, client.id, [
        { type: 'credit_sale', amount },
        ...(credited ? [{ type: 'credit_note' as const, amount: credited, number: 'NC 1' }] : []),
      ])
      return client
    }
    const [most, some, same] = [await sell(9_000_000.25), await sell(8_000_000, 0.5), await sell(7_999_999.5)]
    const creditor = await service.aClient()
    await pay(creditor.id, { amount: 6_000_000 })
    const silent = await service.aClient()
    const all: Balances[] = []
    for (let cursor = ''; ; ) {
      const { body } = await staff.get(`/balances?limit=2${cursor}`)
      all.push(...body.data)
      if (!body.has_more) break
      cursor = `&cursor=${body.next_cursor}`
    }
    expect(all[0]).toEqual({
      client_id: most.id,
      client_name: expect.any(String),
      saldo: 9_000_000.25,
      total_fiado: 9_000_000.25,
      total_pagado: 0,
      total_notas_credito: 0,
    })
    expect(all.slice(1, 3).map(({ client_id }) => client_id)).toEqual([some.id, same.id].sort().reverse())
    expect(all.at(-1)).toMatchObject({ client_id: creditor.id, saldo: -6_000_000, total_pagado: 6_000_000 })
    expect(all.map(({ client_id }) => client_id)).not.toContain(silent.id)
    const saldos = all.map(({ saldo }) => saldo)
    expect(saldos).toEqual(saldos.toSorted((a, b) => b - a))
    const { body: total } = await staff.get('/balances/total')
    const sumOf = (name: string) =>
      all.reduce((sum, row) => sum + Math.round((row[name] ?? 0) * 100), 0) / 100
    for (const name of ['saldo', 'total_fiado', 'total_pagado', 'total_notas_credito'])
      expect(total[name]).toBe(sumOf(name))

    const response = await fetch(`${service.url}/api/v1/backoffice/balances/export?language=es`, {
      headers: { authorization: `Bearer ${key.token}` },
    })
    const records = recordsOfXlsx(readXlsx(new Uint8Array(await response.arrayBuffer())))
    expect(records.map((record) => record['Saldo'])).toEqual(saldos)
    expect(records.find((record) => record['Saldo'] === 7_999_999.5)).toEqual({
      Cliente: expect.any(String),
      'Ventas a crédito': expect.any(Number),
      'Notas de crédito': expect.any(Number),
      Pagos: 0,
      Saldo: 7_999_999.5,
    })
    for (const record of records) {
      const parts = ['Ventas a crédito', 'Notas de crédito', 'Pagos'].map((name) => Number(record[name]))
      expect(parts.reduce((sum, part) => sum + Math.round(part * 100), 0)).toBe(
        Math.round(Number(record['Saldo']) * 100),
      )
    }
  })
})
