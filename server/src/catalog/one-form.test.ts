// SKUs, lot numbers and names that look the same are the same, however their accents and spaces are encoded.
import { describe, expect, test } from 'vitest'
import { lotsOf, sendCount } from '../../tests/harness/counts.ts'
import { expectProblem } from '../../tests/harness/problem-answers.ts'
import { useWarehouse } from '../../tests/harness/prologue.ts'

const { service, warehouse } = await useWarehouse()
const { staff } = warehouse

/** The same word as a Mac, a spreadsheet and a web page encode it. */
const spellings = {
  decomposed: 'PIN\u0303O 750',
  'with a hard space': 'PIÑO\u00a0750',
  'with a thin space': 'PIÑO\u2009750',
  'with two spaces': 'PIÑO  750',
  'with spaces around': ' PIÑO 750\t',
  'with a zero-width space': 'PIÑO\u200b 750',
  'with a direction mark': '\u200ePIÑO 750',
}
const others = Object.entries(spellings)
const form = 'PIÑO 750'

async function aClientWithProduct() {
  const client = await service.aClient()
  const { body } = await staff.post(`/clients/${client.id}/products`, {
    name: form,
    sku: form,
    unit_type: 'caja',
  })
  return { ...client, productId: body.id as string }
}

describe.each(others)('a SKU %s', (_, spelt) => {
  test('is stored in one form, and is a duplicate of it', async () => {
    const { id: clientId } = await service.aClient()
    const product = { name: spelt, sku: spelt, unit_type: 'caja' }
    const { body } = await staff.post(`/clients/${clientId}/products`, product)
    expect([body.sku, body.name]).toEqual([form, form])
    const again = await staff.post(`/clients/${clientId}/products`, { ...product, sku: form })
    expectProblem(again, 'products/duplicate-sku')
    const other = await staff.post(`/clients/${clientId}/products`, { ...product, sku: 'OTRO' })
    expectProblem(await staff.patch(`/products/${other.body.id}`, { sku: spelt }), 'products/duplicate-sku')
  })

  test('is found by filters and searches, and by an import', async () => {
    const { id, productId, portal } = await aClientWithProduct()
    const q = encodeURIComponent(spelt)
    for (const path of [
      `/clients/${id}/products?sku=${q}`,
      `/clients/${id}/products?name=${q}`,
      `/stock?q=${q}`,
    ]) {
      const { body } = await staff.get(path)
      const found = body.data.filter(
        (row: { client_id: string; products?: { id: string }; id: string }) => row.client_id === id,
      )
      expect(found, path).toHaveLength(1)
    }
    const { body } = await portal.get(`/search?q=${q}`)
    expect(body.products).toMatchObject([{ id: productId }])
    const counted = await sendCount(staff, id, ['sku,quantity', `"${spelt}",7`])
    expect(counted.body).toMatchObject({ products_created: 0, lots_created: 1 })
  })
})

describe.each(others)('a lot number %s', (_, spelt) => {
  test('adds to the lot, whether received, adjusted or counted', async () => {
    const { id, productId } = await aClientWithProduct()
    const given = { product_id: productId, lot_number: form }
    await warehouse.receive(id, { ...given, quantity: 5 })
    await warehouse.receive(id, { ...given, lot_number: spelt, quantity: 2 })
    const adjusted = await staff.post('/stock/adjustments', {
      ...given,
      lot_number: spelt,
      delta: 3,
      reason: 'Conteo',
    })
    expect(adjusted.status, adjusted.text).toBe(201)
    const lots = async () =>
      (await lotsOf(service.db, id)).map(({ lot_number, quantity }) => [lot_number, quantity])
    expect(await lots()).toEqual([[form, 10]])
    await sendCount(staff, id, ['sku,quantity,lot_number', `${form},4,"${spelt}"`])
    expect(await lots()).toEqual([[form, 4]])
  })
})

test.each(others)(
  'the names of a destinatario, a client, a key and a view %s are stored in one form',
  async (_, spelt) => {
    const client = await service.aClient()
    const user = await client.aUser()
    const made = [
      await client.portal.post('/destinatarios', { name: spelt }),
      await staff.post('/clients', { name: spelt, email: 'a@uno.example' }),
      await staff.post(`/clients/${client.id}/keys`, { name: spelt, scopes: ['read:stock'] }),
      await user.api.post('/views', { page: '/orders', name: spelt, search: 'status=pending' }),
    ]
    expect(made.map(({ status, body }) => [status, body.name])).toEqual(made.map(() => [201, form]))
    const found = await client.portal.get(`/destinatarios?name=${encodeURIComponent(spelt)}`)
    expect(found.body.data).toHaveLength(1)
  },
)

test('a repeated request is the same only if its body is, spelling included', async () => {
  const { id, productId } = await aClientWithProduct()
  const body = (lot_number: string) => ({
    client_id: id,
    type: 'ingreso',
    items: [{ product_id: productId, quantity: 1, lot_number }],
  })
  const key = { 'idempotency-key': 'una' }
  expect((await staff.post('/remitos', body(form), key)).status).toBe(201)
  expectProblem(
    await staff.post('/remitos', body(spellings.decomposed), key),
    'idempotency/key-reused-with-different-body',
  )
})
