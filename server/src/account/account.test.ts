import { describe, expect, test } from 'vitest'
import { addAccountEntries } from '../../tests/harness/document-data.ts'
import type { Caller } from '../../tests/harness/http.ts'
import { expectProblem } from '../../tests/harness/problem-answers.ts'
import { useService } from '../../tests/harness/prologue.ts'

const service = await useService()

const methods = ['efectivo', 'tarjeta', 'transferencia', 'qr', 'cheque']
type Shown = { id: string; type: string; amount: number }

async function listed(portal: Caller, query = ''): Promise<Shown[]> {
  return (await portal.get(`/transactions${query}`)).body.data
}
const idsOf = (rows: Shown[]) => rows.map(({ id }) => id)

describe('GET /transactions', () => {
  test('shows each kind with all its fields, its own id prefix and its method', async () => {
    const client = await service.aClient()
    const at = (second: number) => `2026-11-02T10:00:0${second}.000Z`
    const [payment, sale, note] = await addAccountEntries(service.db, client.id, [
      { payment_method: 'qr', amount: '152340.50', description: 'Factura 1', created_at: at(3) },
      { type: 'credit_sale', amount: '0.01', created_at: at(2) },
      { type: 'credit_note', amount: 7, number: 'NC-1', created_at: at(1) },
    ])
    const { status, body } = await client.portal.get('/transactions')
    expect(status).toBe(200)
    const unknown = { description: null, reverses: null, paid_on: null }
    expect(body).toEqual({
      data: [
        {
          id: `pay_${payment?.id}`,
          type: 'payment',
          amount: 152340.5,
          payment_method: 'qr',
          number: null,
          description: 'Factura 1',
          reverses: null,
          paid_on: '2026-11-02',
          created_at: at(3),
        },
        {
          id: `sale_${sale?.id}`,
          type: 'credit_sale',
          amount: 0.01,
          payment_method: 'fiado',
          number: null,
          ...unknown,
          created_at: at(2),
        },
        {
          id: `cn_${note?.id}`,
          type: 'credit_note',
          amount: 7,
          payment_method: 'nota_credito',
          number: 'NC-1',
          ...unknown,
          created_at: at(1),
        },
      ],
      next_cursor: null,
      has_more: false,
    })
  })

  test('shows a reversal as a negative amount that names what it reverses', async () => {
    const client = await service.aClient()
    const wrong = { type: 'credit_sale', amount: 50 } as const
    const [entry] = await addAccountEntries(service.db, client.id, [wrong])
    const [reversal] = await addAccountEntries(service.db, client.id, [
      { ...wrong, amount: -50, reverses: entry?.id ?? '', created_at: '2026-11-03T00:00:00Z' },
    ])
    const [first, second] = await listed(client.portal)
    expect(first).toMatchObject({ id: `sale_${reversal?.id}`, amount: -50, reverses: `sale_${entry?.id}` })
    expect(second).toMatchObject({ id: `sale_${entry?.id}`, amount: 50, reverses: null })
  })

  test('lists the newest first, and the later id first within one moment', async () => {
    const client = await service.aClient()
    const [one, two, old, newest] = await addAccountEntries(service.db, client.id, [
      { created_at: '2026-03-01T00:00:00Z' },
      { created_at: '2026-03-01T00:00:00Z', type: 'credit_sale' },
      { created_at: '2025-03-01T00:00:00Z' },
      { created_at: '2027-03-01T00:00:00Z' },
    ])
    expect(idsOf(await listed(client.portal))).toEqual([
      `pay_${newest?.id}`,
      `sale_${two?.id}`,
      `pay_${one?.id}`,
      `pay_${old?.id}`,
    ])
  })

  test('filters by method and type, alone and together', async () => {
    const client = await service.aClient()
    const payments = await addAccountEntries(
      service.db,
      client.id,
      methods.map((payment_method) => ({ payment_method })),
    )
    const [sale] = await addAccountEntries(service.db, client.id, [{ type: 'credit_sale' }])
    const [note] = await addAccountEntries(service.db, client.id, [{ type: 'credit_note' }])
    for (const { id, payment_method } of payments) {
      const by = `?payment_method=${payment_method}`
      expect(idsOf(await listed(client.portal, by))).toEqual([`pay_${id}`])
      expect(idsOf(await listed(client.portal, `${by}&type=payment`))).toEqual([`pay_${id}`])
      expect(await listed(client.portal, `${by}&type=credit_sale`)).toEqual([])
    }
    expect(await listed(client.portal, '?type=payment')).toHaveLength(methods.length)
    expect(idsOf(await listed(client.portal, '?type=credit_sale'))).toEqual([`sale_${sale?.id}`])
    expect(idsOf(await listed(client.portal, '?type=credit_note'))).toEqual([`cn_${note?.id}`])
  })

  test.each([
    ['payment_method=fiado', 'payment_method', `must be one of ${methods.join(', ')}`],
    ['payment_method=nota_credito', 'payment_method', `must be one of ${methods.join(', ')}`],
    ['payment_method=', 'payment_method', `must be one of ${methods.join(', ')}`],
    ['type=refund', 'type', 'must be one of payment, credit_sale, credit_note'],
  ])('refuses %s', async (query, pointer, detail) => {
    const client = await service.aClient()
    const answer = await client.portal.get(`/transactions?${query}`)
    expect(expectProblem(answer, 'validation/invalid-parameter').errors).toEqual([{ pointer, detail }])
  })
})

describe('GET /balance', () => {
  test('is 0 in all three before anything has happened', async () => {
    const client = await service.aClient()
    const { status, body } = await client.portal.get('/balance')
    expect(status).toBe(200)
    expect(body).toEqual({ saldo: 0, total_fiado: 0, total_pagado: 0, total_notas_credito: 0 })
  })

  test('adds decimals exactly: credit sales less credit notes, less payments', async () => {
    const client = await service.aClient()
    await addAccountEntries(service.db, client.id, [
      { type: 'credit_sale', amount: '0.10' },
      { type: 'credit_sale', amount: '0.20' },
      { type: 'credit_note', amount: '0.05' },
      { type: 'payment', amount: '0.10' },
    ])
    const { text } = await client.portal.get('/balance')
    expect(text).toBe('{"saldo":0.15,"total_fiado":0.25,"total_pagado":0.1,"total_notas_credito":0.05}')
  })

  test('shows amounts of fourteen digits unchanged, and a client in credit as negative', async () => {
    const client = await service.aClient()
    await addAccountEntries(service.db, client.id, [{ type: 'payment', amount: '999999999999.99' }])
    expect((await client.portal.get('/transactions')).text).toContain('"amount":999999999999.99,')
    const { text } = await client.portal.get('/balance')
    expect(text).toBe(
      '{"saldo":-999999999999.99,"total_fiado":0,"total_pagado":999999999999.99,"total_notas_credito":0}',
    )
  })

  test('is what the whole list adds up to, reversals included', async () => {
    const client = await service.aClient()
    const entries = await addAccountEntries(
      service.db,
      client.id,
      Array.from({ length: 90 }, (_, i) => ({
        type: (['payment', 'credit_sale', 'credit_note'] as const)[i % 3],
        amount: ((i * 7919) % 100_000) / 100 + 0.01,
      })),
    )
    await addAccountEntries(
      service.db,
      client.id,
      entries.slice(0, 9).map(({ id, type, amount, payment_method }) => ({
        type,
        amount: -amount,
        payment_method,
        reverses: id,
      })),
    )
    const rows = await listed(client.portal, '?limit=100')
    expect(rows).toHaveLength(99)
    const cents = (type: string) =>
      rows.filter((row) => row.type === type).reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)
    const sold = cents('credit_sale') - cents('credit_note')
    const paid = cents('payment')
    expect((await client.portal.get('/balance')).body).toEqual({
      saldo: (sold - paid) / 100,
      total_fiado: sold / 100,
      total_pagado: paid / 100,
      total_notas_credito: cents('credit_note') / 100,
    })
  })

  test('shows nothing of another client', async () => {
    const [client, other] = [await service.aClient(), await service.aClient()]
    await addAccountEntries(service.db, other.id, [{ amount: 5 }])
    expect((await client.portal.get('/balance')).body.total_pagado).toBe(0)
    expect(await listed(client.portal)).toEqual([])
  })
})
