import { describe, expect, test } from 'vitest'
import { addOrder, addRemitoItems, addRemitos } from '../../tests/harness/document-data.ts'
import { expectProblem } from '../../tests/harness/problem-answers.ts'
import { useService } from '../../tests/harness/prologue.ts'
import { addLot, addProduct } from '../../tests/harness/stock-data.ts'

const service = await useService()

const idsOf = (body: { data: { id: string }[] }) => body.data.map(({ id }) => id)

describe.each(['/remitos', '/movements'])('GET %s', (path) => {
  test('returns a row with all its fields, and null without an order', async () => {
    const client = await service.aClient()
    const orderId = await addOrder(service.db, client.id)
    const [egreso, ingreso] = await addRemitos(service.db, client.id, [
      {
        type: 'egreso',
        status: 'voided',
        date: '2026-10-31',
        remito_number: ['R 00001-00001234', 'R 00001-00001235'],
        source_order_id: orderId,
        created_at: '2026-11-02T13:45:10.250Z',
      },
      { created_at: '2026-11-01T08:00:00Z' },
    ])
    const { status, body } = await client.portal.get(path)
    expect(status).toBe(200)
    expect(body).toEqual({
      data: [
        {
          id: egreso?.id,
          type: 'egreso',
          status: 'voided',
          date: '2026-10-31',
          remito_number: ['R 00001-00001234', 'R 00001-00001235'],
          source_order_id: orderId,
          created_at: '2026-11-02T13:45:10.250Z',
        },
        {
          id: ingreso?.id,
          type: 'ingreso',
          status: 'issued',
          date: '2026-11-02',
          remito_number: [],
          source_order_id: null,
          created_at: '2026-11-01T08:00:00.000Z',
        },
      ],
      next_cursor: null,
      has_more: false,
    })
  })

  test('lists the newest first, with ties by descending id', async () => {
    const client = await service.aClient()
    const at = (created_at: string) => ({ created_at })
    const [old, newest, one, two] = await addRemitos(service.db, client.id, [
      at('2026-01-01T00:00:00.000Z'),
      at('2026-01-01T00:00:00.002Z'),
      at('2026-01-01T00:00:00.001Z'),
      at('2026-01-01T00:00:00.001Z'),
    ])
    const { body } = await client.portal.get(path)
    expect(idsOf(body)).toEqual([newest?.id, two?.id, one?.id, old?.id])
  })

  test('filters by type', async () => {
    const client = await service.aClient()
    const [ingreso, egreso] = await addRemitos(service.db, client.id, [
      { type: 'ingreso' },
      { type: 'egreso' },
    ])
    expect(idsOf((await client.portal.get(`${path}?type=ingreso`)).body)).toEqual([ingreso?.id])
    expect(idsOf((await client.portal.get(`${path}?type=egreso`)).body)).toEqual([egreso?.id])
  })

  test.each(['INGRESO', 'transfer', ''])(
    'refuses the type "%s" with the list of valid ones',
    async (type) => {
      const client = await service.aClient()
      const answer = await client.portal.get(`${path}?type=${type}`)
      const problem = expectProblem(answer, 'validation/invalid-parameter')
      expect(problem.errors).toEqual([{ pointer: 'type', detail: 'must be one of ingreso, egreso' }])
    },
  )

  test('finds a remito by any of its numbers in any notation, combined with every other filter', async () => {
    const client = await service.aClient()
    const at = (created_at: string, remito_number: string[]) => ({ created_at, remito_number })
    const [old, recent] = await addRemitos(service.db, client.id, [
      { ...at('2026-01-01T00:00:00.000Z', ['X 00003-00001820', 'X 00003-00001821']), status: 'voided' },
      at('2026-02-01T00:00:00.000Z', ['X 00003-00001821']),
      at('2026-03-01T00:00:00.000Z', ['R 00003-00001821']),
    ])
    const stranger = await service.aClient()
    await addRemitos(service.db, stranger.id, [at('2026-01-01T00:00:00.000Z', ['X 00003-00001821'])])
    const read = async (number: string, more = '') =>
      (await client.portal.get(`${path}?remito_number=${encodeURIComponent(number)}${more}`)).body
    for (const number of ['X 00003-00001821', 'x00003-00001821', ' x 0003 - 00001821'])
      expect(idsOf(await read(number))).toEqual([recent?.id, old?.id])
    const number = 'X 0003-00001821'
    expect(idsOf(await read(number, '&type=ingreso&from=2026-02-01T00:00:00Z'))).toEqual([recent?.id])
    expect(idsOf(await read(number, '&type=egreso'))).toEqual([])
    const first = await read(number, '&limit=1')
    expect(idsOf(await read(number, `&limit=1&cursor=${first.next_cursor}`))).toEqual([old?.id])
    const elsewhere = await client.portal.get(`${path}?limit=1&cursor=${first.next_cursor}`)
    expectProblem(elsewhere, 'validation/invalid-cursor')
    const { errors } = expectProblem(
      await client.portal.get(`${path}?remito_number=1821`),
      'validation/invalid-parameter',
    )
    expect(errors).toEqual([{ pointer: 'remito_number', detail: expect.stringContaining('R 0003-00001821') }])
  })

  test('returns nothing of another client', async () => {
    const [client, other] = [await service.aClient(), await service.aClient()]
    await addRemitos(service.db, other.id, [{}])
    expect((await client.portal.get(path)).body.data).toEqual([])
  })
})

describe('GET /remitos/{id}', () => {
  test('adds the items in order, each with its lot and product, and null for unknown values', async () => {
    const client = await service.aClient()
    const product = await addProduct(service.db, client.id, {
      sku: 'OLI-1',
      name: 'Aceite',
      unit_type: 'litro',
    })
    const dated = await addLot(service.db, client.id, product.id, {
      lot_number: 'L1',
      expiry_date: '2027-03-31',
      vintage_year: 2024,
    })
    const plain = await addLot(service.db, client.id, product.id, { lot_number: 'SIN-LOTE' })
    const [remito] = await addRemitos(service.db, client.id, [{ remito_number: ['X 0001-00000007'] }])
    const common = { remito_id: remito?.id ?? '', product_id: product.id }
    const [second, first] = await addRemitoItems(service.db, client.id, [
      { ...common, position: 2, lot_id: plain.id, quantity: '0.3' },
      { ...common, position: 1, lot_id: dated.id, quantity: '999999999999.999', notes: 'Caja golpeada' },
    ])
    const { status, body } = await client.portal.get(`/remitos/${remito?.id}`)
    expect(status).toBe(200)
    const [row] = (await client.portal.get('/remitos')).body.data
    expect(body).toEqual({
      ...row,
      remito_number: ['X 0001-00000007'],
      inbound_id: null,
      return_id: null,
      recipient: null,
      reason: null,
      voided_at: null,
      void_reason: null,
      acceptance: null,
      distribution_remito_items: [
        {
          id: first?.id,
          product_id: product.id,
          quantity: 999999999999.999,
          unit_type: 'litro',
          lot_number: 'L1',
          expiry_date: '2027-03-31',
          vintage_year: 2024,
          notes: 'Caja golpeada',
          products: { name: 'Aceite', sku: 'OLI-1' },
        },
        {
          id: second?.id,
          product_id: product.id,
          quantity: 0.3,
          unit_type: 'litro',
          lot_number: 'SIN-LOTE',
          expiry_date: null,
          vintage_year: null,
          notes: null,
          products: { name: 'Aceite', sku: 'OLI-1' },
        },
      ],
    })
  })

  test('returns an empty list without items', async () => {
    const client = await service.aClient()
    const [remito] = await addRemitos(service.db, client.id, [{}])
    expect((await client.portal.get(`/remitos/${remito?.id}`)).body.distribution_remito_items).toEqual([])
  })
})
