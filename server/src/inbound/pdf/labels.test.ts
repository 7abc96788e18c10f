import { withCheckDigit } from '@anden/contract'
import { describe, expect, test } from 'vitest'
import { announce } from '../../../tests/harness/inbound-data.ts'
import { isPopplerMissing, pdfPages, pdfWords } from '../../../tests/harness/pdf-text.ts'
import { readBarCodes } from '../../../tests/harness/printed-codes.ts'
import { useWarehouse } from '../../../tests/harness/prologue.ts'
import { codeOf, type LabelledLine } from './labels.ts'

const { service, warehouse } = await useWarehouse()
const gtin = withCheckDigit('779089500099')
const line: LabelledLine = {
  sku: 'MAL-RES-750',
  name: 'Malbec Reserva',
  unit_type: 'caja',
  gtin,
  quantity: 120,
  lot_number: 'L2409-A',
  expiry_date: '2028-09-30',
  vintage_year: 2021,
}

test.each([
  [{}, `(01)0${gtin}(17)280930(37)120(10)L2409-A`],
  [{ expiry_date: null, lot_number: null }, `(01)0${gtin}(37)120`],
  [{ quantity: 1.5 }, `(01)0${gtin}(17)280930(10)L2409-A`],
  [{ lot_number: 'Lote ñ 1' }, `(01)0${gtin}(17)280930(37)120`],
  [{ lot_number: 'X'.repeat(21) }, `(01)0${gtin}(17)280930(37)120`],
  [{ gtin: null }, 'MAL-RES-750'],
  [{ gtin: null, sku: 'ÑANDÚ' }, undefined],
])('the code of a line with %j', (more, shown) => {
  expect(codeOf({ ...line, ...more })?.shown).toBe(shown)
})

describe.skipIf(isPopplerMissing())('GET /inbound/:id/labels', () => {
  test('is a label for each announced line, with the goods in words and as a code that is read again', async () => {
    const client = await warehouse.aStockedClient(0)
    await warehouse.staff.patch(`/products/${client.productId}`, { gtin, name: 'Malbec Reserva' })
    const plain = await warehouse.aProduct(client.id)
    const { sku } = (await warehouse.staff.get(`/products/${plain}`)).body
    const lot = { lot_number: 'L2409-A', expiry_date: '2028-09-30' }
    const notice = await announce(client.portal, '', {
      reference: 'OC-77',
      items: [
        { product_id: client.productId, quantity: 120, ...lot },
        { product_id: plain, quantity: 7 },
      ],
    })
    const response = await fetch(`${service.url}/api/v1/portal/inbound/${notice.id}/labels`, {
      headers: { authorization: `Bearer ${client.token}` },
    })
    expect([response.status, response.headers.get('content-disposition')]).toEqual([
      200,
      'inline; filename="etiquetas-AVI-000001.pdf"',
    ])
    const pdf = Buffer.from(await response.arrayBuffer())
    const pages = await pdfPages(pdf)
    expect(pages).toHaveLength(2)
    for (const text of [
      'AVI-000001',
      'OC-77',
      'Malbec Reserva',
      'Lote L2409-A',
      '30/09/2028',
      '120 cajas',
      '1 / 2',
    ])
      expect(pages[0]).toContain(text)
    expect(pages[1]).toContain('7 cajas')
    expect(await readBarCodes(pdf, 1)).toEqual([`\u001d010${gtin}1728093037120\u001d10L2409-A`])
    expect(await readBarCodes(pdf, 2)).toEqual([sku])
    // Nothing is outside of the label.
    for (const { left, right, top, bottom } of await pdfWords(pdf))
      expect([left >= 0, right <= 284, top >= 0, bottom <= 199]).toEqual([true, true, true, true])
  })

  test('of another client is not found', async () => {
    const [client, other] = [await warehouse.aStockedClient(0), await warehouse.aStockedClient(0)]
    const { id } = await announce(client.portal, client.productId)
    expect((await other.portal.get(`/inbound/${id}/labels`)).status).toBe(404)
  })
})
