import { describe, expect, test } from 'vitest'
import { isPopplerMissing, pdfPages, pdfWords } from '../../../tests/harness/pdf-text.ts'
import { readBarCodes } from '../../../tests/harness/printed-codes.ts'
import { expectRefusal } from '../../../tests/harness/problem-answers.ts'
import { useWarehouse } from '../../../tests/harness/prologue.ts'
import { tripsIn } from '../../../tests/harness/trips.ts'
import { order } from '../../../tests/harness/warehouse.ts'
import { issueStaffKey } from '../../identity/issue-keys.ts'
import { type LabelsDocument, labelTemplates } from './labels.ts'

const { service, warehouse } = await useWarehouse()
const { staff } = warehouse
const { token } = await issueStaffKey(service.db, { name: 'ERP', scopes: ['staff:read'] })

const millimetres = (points: number) => (points * 25.4) / 72

async function labelsOf(id: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${service.url}/api/v1/backoffice/orders/${id}/labels`, {
    headers: { authorization: `Bearer ${token}`, ...headers },
  })
  return {
    headers: response.headers,
    status: response.status,
    pdf: Buffer.from(await response.arrayBuffer()),
  }
}

async function aPackedOrder(packages: number, more: Record<string, unknown> = {}) {
  const client = await warehouse.aStockedClient(10)
  const { body } = await order(client, 4, more)
  for (const action of ['approve', 'prepare']) await warehouse.act(body.id, action)
  await staff.patch(`/orders/${body.id}`, { action: 'pack', packages })
  return { client, id: body.id as string, number: body.order_number as string }
}

const aLabel: LabelsDocument = {
  order_number: 'PED-000042',
  packages: 1,
  packed_at: '2026-11-02T12:00:00.000Z',
  client_name: 'Bodega',
  remito_number: 'R 00001-00000042',
  delivery_type: 'envio',
  recipient: 'Vinoteca',
  address: 'Av. San Martín 1250',
  city: 'Mendoza',
  province: 'Mendoza',
  contact: null,
  warehouse: null,
}
const draw = async (more: Partial<LabelsDocument>) =>
  Buffer.from(await labelTemplates.labels({ ...aLabel, ...more }, 'es'))

describe.skipIf(isPopplerMissing())('GET /orders/:id/labels', () => {
  test('is a label for each package: recipient, address, numbers, and a code that says which it is', async () => {
    const { id, number } = await aPackedOrder(3)
    const [remito] = (await staff.get(`/remitos?source_order_id=${id}`)).body.data
    const { headers, pdf } = await labelsOf(id)
    expect(headers.get('content-disposition')).toBe(`inline; filename="etiquetas-${number}.pdf"`)
    const pages = await pdfPages(pdf)
    expect(pages).toHaveLength(3)
    for (const [index, page] of pages.entries()) {
      for (const shown of [
        'Vinoteca',
        'Av. San Martín 1',
        number,
        remito.remito_number[0],
        `${index + 1} / 3`,
      ])
        expect(page).toContain(shown)
      expect(await readBarCodes(pdf, index + 1)).toEqual([`${number}-${index + 1}`])
    }
    const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf.toString('latin1')) ?? []
    expect([millimetres(Number(width)), millimetres(Number(height))]).toEqual([
      expect.closeTo(100, 1),
      expect.closeTo(150, 1),
    ])
  })

  test('has the address of the order, and none if it is collected', async () => {
    const sent = await aPackedOrder(1, { delivery_address: 'Ruta 7 km 1040', delivery_city: 'Junín' })
    const [page = ''] = await pdfPages((await labelsOf(sent.id)).pdf)
    expect(page).toContain('Ruta 7 km 1040')
    expect(page).toContain('Junín')
    expect(page).not.toContain('San Martín')
    const collected = await aPackedOrder(1, { delivery_type: 'retiro' })
    const [other = ''] = await pdfPages((await labelsOf(collected.id)).pdf)
    expect(other).toContain('Retira en depósito')
    expect(other).not.toContain('San Martín')
  })

  test('follows the number of packages', async () => {
    const { id } = await aPackedOrder(2)
    const etag = (await labelsOf(id)).headers.get('etag') ?? ''
    expect((await labelsOf(id, { 'if-none-match': etag })).status).toBe(304)
    await staff.patch(`/orders/${id}`, { action: 'pack', packages: 5 })
    const { status, pdf } = await labelsOf(id, { 'if-none-match': etag })
    expect([status, (await pdfPages(pdf)).length]).toEqual([200, 5])
  })

  test('never leaves the paper, and its code can be read, however long the texts and the number are', async () => {
    const pdf = await draw({
      // With that of the package as long as number 9999 of order PED-12345678.
      order_number: 'PED-12345678901',
      packages: 2,
      recipient: 'Distribuidora Ñuñorco '.repeat(10).slice(0, 200),
      address: 'W'.repeat(300),
      city: 'San Fernando del Valle '.repeat(9).slice(0, 200),
      province: 'ñ '.repeat(100),
      contact: 'Recepción '.repeat(30).slice(0, 300),
      client_name: 'Cooperativa '.repeat(16),
      warehouse: 'Depósito '.repeat(20),
    })
    for (const { left, right, top, bottom } of await pdfWords(pdf)) {
      expect(left).toBeGreaterThanOrEqual(13)
      expect(right).toBeLessThanOrEqual((100 * 72) / 25.4 - 13)
      expect(top).toBeGreaterThanOrEqual(8)
      expect(bottom).toBeLessThanOrEqual((150 * 72) / 25.4 - 6)
    }
    for (const page of [1, 2]) expect(await readBarCodes(pdf, page)).toEqual([`PED-12345678901-${page}`])
  })
})

describe('GET /trips/:id/labels', () => {
  const { aTrip, orderOf } = tripsIn(warehouse)
  const path = (id: string) => `/trips/${id}/labels`

  test.skipIf(isPopplerMissing())('has those of all packed orders, stop by stop', async () => {
    const one = await aPackedOrder(2)
    const other = await aPackedOrder(1)
    const unpacked = await orderOf(one.client, {}, 'approve')
    const trip = await aTrip([other.id, unpacked, one.id])
    const response = await fetch(`${service.url}/api/v1/backoffice${path(trip.id)}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(response.headers.get('content-disposition')).toBe(
      `inline; filename="etiquetas-${trip.number}.pdf"`,
    )
    const pdf = Buffer.from(await response.arrayBuffer())
    const codes = await Promise.all([1, 2, 3].map((page) => readBarCodes(pdf, page)))
    expect(codes).toEqual([[`${other.number}-1`], [`${one.number}-1`], [`${one.number}-2`]])
    expect(await pdfPages(pdf)).toHaveLength(3)
  })

  test('a trip of which nothing is packed has none, nor one of more packages than a file can have', async () => {
    expectRefusal(await staff.get(path((await aTrip()).id)), 'orders/not-packed')
    const { id } = await aPackedOrder(2_001)
    expectRefusal(await staff.get(path((await aTrip([id])).id)), 'trips/too-many-labels')
  })
})

test('an order that is not packed has none', async () => {
  const client = await warehouse.aStockedClient(10)
  const { body } = await order(client, 4)
  expectRefusal(await staff.get(`/orders/${body.id}/labels`), 'orders/not-packed')
})
