import { describe, expect, test } from 'vitest'
import type { Caller } from '../../tests/harness/http.ts'
import { expectProblem } from '../../tests/harness/problem-answers.ts'
import { useService } from '../../tests/harness/prologue.ts'
import { addEntries, addLot, addLots, addProduct, addProducts } from '../../tests/harness/stock-data.ts'

const service = await useService()

async function lotNumbers(portal: Caller, query = ''): Promise<string[]> {
  const { body } = await portal.get(`/stock/lots${query}`)
  return body.data.map((lot: { lot_number: string }) => lot.lot_number)
}

describe('GET /stock/lots', () => {
  test('shows a lot with all its fields', async () => {
    const client = await service.aClient()
    const product = await addProduct(service.db, client.id, { sku: 'CAB-750', name: 'Cabernet' })
    const lot = await addLot(service.db, client.id, product.id, {
      lot_number: 'L2409-A',
      quantity: 12,
      expiry_date: '2027-03-31',
      vintage_year: 2021,
    })
    const { status, body } = await client.portal.get('/stock/lots')
    expect(status).toBe(200)
    expect(body).toEqual({
      data: [
        {
          id: lot.id,
          product_id: product.id,
          lot_number: 'L2409-A',
          quantity: 12,
          expiry_date: '2027-03-31',
          vintage_year: 2021,
          hold: null,
          products: { name: 'Cabernet', sku: 'CAB-750' },
        },
      ],
      next_cursor: null,
      has_more: false,
    })
  })

  test('shows null for a date and a vintage that a lot does not have', async () => {
    const client = await service.aClient()
    const product = await addProduct(service.db, client.id)
    await addLot(service.db, client.id, product.id)
    const { body } = await client.portal.get('/stock/lots')
    expect(body.data[0]).toMatchObject({ expiry_date: null, vintage_year: null })
  })

  test('sorts the first to expire first, what never expires last, and the older lot first on one day', async () => {
    const client = await service.aClient()
    const [one, two] = await addProducts(service.db, client.id, [{}, {}])
    const [first, second] = [one?.id ?? '', two?.id ?? '']
    await addLots(service.db, client.id, [
      { product_id: first, lot_number: 'never', expiry_date: null },
      { product_id: second, lot_number: 'later', expiry_date: '2028-01-01' },
      { product_id: first, lot_number: 'past', expiry_date: '2019-12-31' },
      { product_id: second, lot_number: 'soon', expiry_date: '2027-01-01' },
      { product_id: first, lot_number: 'soon, newer', expiry_date: '2027-01-01' },
    ])
    expect(await lotNumbers(client.portal)).toEqual(['past', 'soon', 'soon, newer', 'later', 'never'])
    expect(await lotNumbers(client.portal, `?product_id=${first}`)).toEqual(['past', 'soon, newer', 'never'])
  })

  test('leaves out lots at 0 unless they are asked for', async () => {
    const client = await service.aClient()
    const product = await addProduct(service.db, client.id)
    const gone = await addLot(service.db, client.id, product.id, { lot_number: 'gone', quantity: 5 })
    await addLot(service.db, client.id, product.id, { lot_number: 'here', quantity: 0.001 })
    await addEntries(service.db, client.id, [{ product_id: product.id, lot_id: gone.id, delta: -5 }])
    expect(await lotNumbers(client.portal)).toEqual(['here'])
    expect(await lotNumbers(client.portal, '?include_depleted=false')).toEqual(['here'])
    expect(await lotNumbers(client.portal, '?include_depleted=true')).toEqual(['gone', 'here'])
    const ofProduct = `?include_depleted=true&product_id=${product.id}`
    expect(await lotNumbers(client.portal, ofProduct)).toEqual(['gone', 'here'])
  })

  test('expiring_before is inclusive, and leaves out what never expires', async () => {
    const client = await service.aClient()
    const [one, two] = await addProducts(service.db, client.id, [{}, {}])
    await addLots(service.db, client.id, [
      { product_id: one?.id ?? '', lot_number: 'before', expiry_date: '2026-12-30' },
      { product_id: one?.id ?? '', lot_number: 'on', expiry_date: '2026-12-31' },
      { product_id: two?.id ?? '', lot_number: 'on, empty', expiry_date: '2026-12-31', quantity: 0 },
      { product_id: two?.id ?? '', lot_number: 'on, other', expiry_date: '2026-12-31' },
      { product_id: one?.id ?? '', lot_number: 'after', expiry_date: '2027-01-01' },
      { product_id: one?.id ?? '', lot_number: 'never', expiry_date: null },
    ])
    const due = '?expiring_before=2026-12-31'
    expect(await lotNumbers(client.portal, due)).toEqual(['before', 'on', 'on, other'])
    expect(await lotNumbers(client.portal, '?expiring_before=9999-12-31')).not.toContain('never')
    expect(await lotNumbers(client.portal, `${due}&product_id=${two?.id}`)).toEqual(['on, other'])
    const all = `${due}&product_id=${two?.id}&include_depleted=true`
    expect(await lotNumbers(client.portal, all)).toEqual(['on, empty', 'on, other'])
  })

  test('expiring_after is inclusive, leaves out what never expires, and holds on every page', async () => {
    const client = await service.aClient()
    const { id: product_id } = await addProduct(service.db, client.id)
    const dates = ['2026-11-30', '2026-12-01', '2026-12-02', '2026-12-03', null]
    await addLots(
      service.db,
      client.id,
      dates.map((expiry_date) => ({ product_id, lot_number: `${expiry_date}`, expiry_date })),
    )
    const after = '?expiring_after=2026-12-01'
    const [, ...inDecember] = dates.slice(0, -1)
    expect(await lotNumbers(client.portal, after)).toEqual(inDecember)
    expect(await lotNumbers(client.portal, `${after}&product_id=${product_id}`)).toEqual(inDecember)
    expect(await lotNumbers(client.portal, `${after}&include_depleted=true`)).toEqual(inDecember)
    const between = `${after}&expiring_before=2026-12-02`
    expect(await lotNumbers(client.portal, between)).toEqual(['2026-12-01', '2026-12-02'])
    expect(await lotNumbers(client.portal, `${after}&expiring_before=2026-11-30`)).toEqual([])
    const first = (await client.portal.get(`/stock/lots${between}&limit=1`)).body
    const second = (await client.portal.get(`/stock/lots${between}&limit=1&cursor=${first.next_cursor}`)).body
    expect([...first.data, ...second.data].map(({ lot_number }) => lot_number)).toEqual([
      '2026-12-01',
      '2026-12-02',
    ])
    expect(second.has_more).toBe(false)
  })

  test('shows nothing of another client, not even of a product that is named', async () => {
    const [client, other] = [await service.aClient(), await service.aClient()]
    const product = await addProduct(service.db, other.id)
    await addLot(service.db, other.id, product.id)
    expect(await lotNumbers(client.portal)).toEqual([])
    expect(await lotNumbers(client.portal, `?product_id=${product.id}`)).toEqual([])
  })

  test('shows quantities to three decimals exactly', async () => {
    const client = await service.aClient()
    const product = await addProduct(service.db, client.id, { unit_type: 'litro' })
    const lot = await addLot(service.db, client.id, product.id, { quantity: '0.1' })
    await addEntries(service.db, client.id, [{ product_id: product.id, lot_id: lot.id, delta: '0.2' }])
    expect((await client.portal.get('/stock/lots')).text).toContain('"quantity":0.3,')
  })

  test.each([
    ['product_id=', 'product_id', 'must be a UUID'],
    ['expiring_before=2026-02-30', 'expiring_before', 'is not a day: 2026-02-30 does not exist'],
    ['expiring_before=31/12/2026', 'expiring_before', 'must be a date, YYYY-MM-DD'],
    ['expiring_before=infinity', 'expiring_before', 'must be a date, YYYY-MM-DD'],
    ['expiring_before=2026-12-31T00:00:00Z', 'expiring_before', 'must be a date, YYYY-MM-DD'],
    ['include_depleted=1', 'include_depleted', 'must be true or false'],
    ['include_depleted=', 'include_depleted', 'must be true or false'],
  ])('refuses %s', async (query, pointer, detail) => {
    const client = await service.aClient()
    const answer = await client.portal.get(`/stock/lots?${query}`)
    const problem = expectProblem(answer, 'validation/invalid-parameter')
    expect(problem.errors).toEqual([{ pointer, detail }])
  })
})
