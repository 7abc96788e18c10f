import { describe, expect, test } from 'vitest'
import { expectRefusal } from '../../tests/harness/problem-answers.ts'
import { useService } from '../../tests/harness/prologue.ts'

const service = await useService()
const staff = await service.aStaffMember()

const add = (clientId: string, sku: string, more: Record<string, unknown> = {}) =>
  staff.post(`/clients/${clientId}/products`, { name: `Vino ${sku}`, sku, unit_type: 'caja', ...more })
const skus = async (clientId: string, query = '') =>
  (await staff.get(`/clients/${clientId}/products?${query}`)).body.data.map(({ sku }: { sku: string }) => sku)

describe('products', () => {
  test('have a stock row with quantity 0 from their creation on', async () => {
    const { id, portal } = await service.aClient()
    const { status, body } = await add(id, 'MAL-750', { name: 'Malbec', unit_type: 'litro' })
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(String),
        client_id: id,
        client_name: expect.any(String),
        name: 'Malbec',
        sku: 'MAL-750',
        unit_type: 'litro',
        gtin: null,
        location: null,
        weight_kg: null,
        archived: false,
        created_at: expect.any(String),
        updated_at: body.created_at,
      },
    ])
    const products = { id: body.id, name: 'Malbec', sku: 'MAL-750', unit_type: 'litro' }
    const row = { product_id: body.id, products, quantity: 0, reserved_quantity: 0, available_quantity: 0 }
    expect((await portal.get(`/stock/${body.id}`)).body).toEqual({ ...row, updated_at: expect.any(String) })
    expect((await staff.get(`/stock?client_id=${id}`)).body.data).toMatchObject([row])
  })

  test('are listed by SKU, and found by SKU or by a part of their name, ignoring case and accents', async () => {
    const { id } = await service.aClient()
    await add(id, 'C', { name: 'Ñandú Tinto' })
    await add(id, 'A', { name: 'Malbec 100%' })
    await add(id, 'B')
    expect(await skus(id)).toEqual(['A', 'B', 'C'])
    expect(await skus(id, 'sku=B')).toEqual(['B'])
    expect(await skus(id, `name=${encodeURIComponent('ÑANDÚ')}`)).toEqual(['C'])
    expect(await skus(id, 'name=nandu')).toEqual(['C'])
    expect(await skus(id, `name=${encodeURIComponent('málbec')}`)).toEqual(['A'])
    expect(await skus(id, `name=${encodeURIComponent('%')}`)).toEqual(['A'])
    expect(await skus(id, 'limit=2')).toEqual(['A', 'B'])
  })

  test('have a SKU that is unique within the client', async () => {
    const [one, other] = [await service.aClient(), await service.aClient()]
    const { body: first } = await add(one.id, 'A')
    const { body: second } = await add(one.id, 'B')
    expectRefusal(await add(one.id, 'A'), 'products/duplicate-sku')
    expectRefusal(await staff.patch(`/products/${second.id}`, { sku: 'A' }), 'products/duplicate-sku')
    expect((await add(other.id, 'A')).status).toBe(201)
    expect((await staff.patch(`/products/${first.id}`, { sku: 'A' })).status).toBe(200)
    expect(await skus(one.id)).toEqual(['A', 'B'])
  })

  test('can have a GTIN, and are found by it in any of its forms', async () => {
    const { id } = await service.aClient()
    const { status, body } = await add(id, 'A', { gtin: '036000291452' })
    expect([status, body.gtin]).toEqual([201, '036000291452'])
    await add(id, 'B', { gtin: '96385074' })
    for (const form of ['036000291452', '0036000291452', '00036000291452'])
      expect(await skus(id, `gtin=${form}`)).toEqual(['A'])
    expect(await skus(id, 'gtin=4006381333931')).toEqual([])
    const path = `/products/${body.id}`
    expect((await staff.patch(path, { gtin: '4006381333931' })).body.gtin).toBe('4006381333931')
    expect(await skus(id, 'gtin=4006381333931')).toEqual(['A'])
    expect((await staff.patch(path, { name: 'Otro' })).body.gtin).toBe('4006381333931')
    expect((await staff.patch(path, { gtin: null })).body.gtin).toBeNull()
    expectRefusal(await staff.get(`/clients/${id}/products?gtin=1`), 'validation/invalid-parameter', {
      errors: [{ pointer: 'gtin', detail: expect.stringContaining('GTIN') }],
    })
  })

  test('have a GTIN that is unique within the client, archived products included', async () => {
    const [one, other] = [await service.aClient(), await service.aClient()]
    const gtin = '036000291452'
    const { body: first } = await add(one.id, 'A', { gtin })
    const { body: second } = await add(one.id, 'B')
    await staff.patch(`/products/${first.id}`, { archived: true })
    for (const answer of [
      await add(one.id, 'C', { gtin: `0${gtin}` }),
      await staff.patch(`/products/${second.id}`, { gtin: `00${gtin}` }),
    ])
      expect(expectRefusal(answer, 'products/duplicate-gtin').detail).toContain('archived product A')
    expect((await staff.patch(`/products/${first.id}`, { gtin: `0${gtin}` })).status).toBe(200)
    expect((await add(other.id, 'A', { gtin })).status).toBe(201)
  })

  test('of two that get the same GTIN at once, one does', async () => {
    const { id } = await service.aClient()
    const products = await Promise.all(['A', 'B', 'C', 'D'].map(async (sku) => (await add(id, sku)).body))
    const answers = await Promise.all([
      ...products.map((product) => staff.patch(`/products/${product.id}`, { gtin: '96385074' })),
      add(id, 'E', { gtin: '96385074' }),
    ])
    const refused = answers.filter(({ status }) => status >= 400)
    expect(refused).toHaveLength(answers.length - 1)
    for (const answer of refused) expectRefusal(answer, 'products/duplicate-gtin')
  })

  test('can have a location and a weight, for the staff alone', async () => {
    const { id, portal } = await service.aClient()
    const { body } = await add(id, 'A', { location: 'A-12-3', weight_kg: 7.125 })
    expect(body).toMatchObject({ location: 'A-12-3', weight_kg: 7.125 })
    const path = `/products/${body.id}`
    const longest = 'Á'.repeat(40)
    expect((await staff.patch(path, { location: longest, weight_kg: 0.001 })).status).toBe(200)
    expect((await staff.patch(path, { name: 'Bonarda' })).status).toBe(200)
    expect((await staff.get(path)).body).toMatchObject({ location: longest, weight_kg: 0.001 })
    for (const shown of ['/stock', `/stock/${body.id}`]) {
      const { text } = await portal.get(shown)
      expect(text).toContain('Bonarda')
      expect(text).not.toMatch(/location|weight/)
    }
    const { data } = (await staff.get(`/audit?client_id=${id}&action=products.update`)).body
    expect(data[1]).toMatchObject({
      before: { location: 'A-12-3', weight_kg: 7.125 },
      after: { location: longest, weight_kg: 0.001 },
    })
    const cleared = await staff.patch(path, { location: null, weight_kg: null })
    expect(cleared.body).toMatchObject({ location: null, weight_kg: null })
  })

  test('are read one by one', async () => {
    const { body } = await add((await service.aClient()).id, 'A')
    const { status, body: read } = await staff.get(`/products/${body.id}`)
    expect([status, read]).toEqual([200, body])
  })

  test('are renamed, wherever they are shown', async () => {
    const { id, portal } = await service.aClient()
    const { body } = await add(id, 'A')
    const answer = await staff.patch(`/products/${body.id}`, { name: 'Bonarda', sku: 'BON' })
    expect([answer.status, answer.body]).toEqual([
      200,
      { ...body, name: 'Bonarda', sku: 'BON', updated_at: answer.body.updated_at },
    ])
    expect((await portal.get('/stock')).body.data[0].products).toMatchObject({ name: 'Bonarda', sku: 'BON' })
    expect(await skus(id, 'name=bonar')).toEqual(['BON'])
    expect((await staff.patch(`/products/${body.id}`, {})).body).toEqual(answer.body)
  })

  test.each([
    [{ sku: '' }, '/sku', 'must not be empty'],
    [{ sku: ' \u00a0' }, '/sku', 'must not be blank'],
    [{ sku: 'x'.repeat(65) }, '/sku', /64/],
    [{ name: ' ' }, '/name', 'must not be blank'],
    [{ gtin: '036000291453' }, '/gtin', /check digit/],
    [{ gtin: '3600029145' }, '/gtin', /8, 12, 13 or 14 digits/],
    [{ location: 'x'.repeat(41) }, '/location', /40/],
    [{ location: ' ' }, '/location', 'must not be blank'],
    [{ weight_kg: 0 }, '/weight_kg', /greater than 0/],
    [{ weight_kg: -1 }, '/weight_kg', /greater than 0/],
    [{ weight_kg: 1.0005 }, '/weight_kg', /3 decimals/],
    [{ weight_kg: '7,5' }, '/weight_kg', /number/],
    [{ unit_type: 'docena' }, '/unit_type', /^must be one of unidad, caja, bulto, pallet, kg, litro$/],
  ])('cannot be given %j', async (given, pointer, detail) => {
    const { id } = await service.aClient()
    expectRefusal(await add(id, 'A', given), 'validation/invalid-body', {
      errors: [{ pointer, detail: expect.stringMatching(detail) }],
    })
  })

  test('cannot change their unit, in which their stock is counted', async () => {
    const { body } = await add((await service.aClient()).id, 'A')
    expectRefusal(await staff.patch(`/products/${body.id}`, { unit_type: 'kg' }), 'validation/invalid-body', {
      errors: [{ pointer: '/unit_type', detail: expect.stringMatching(/^is not a known member[:;]/) }],
    })
  })
})
