// The printed remito over HTTP: what it shows, who gets it, and when a copy is still current.

import { describe, expect, test } from 'vitest'
import { isPopplerMissing, pdfPages } from '../../../tests/harness/pdf-text.ts'
import { useWarehouse } from '../../../tests/harness/prologue.ts'
import { upload } from '../../../tests/harness/uploads.ts'
import { order } from '../../../tests/harness/warehouse.ts'
import { issueStaffKey } from '../../identity/issue-keys.ts'

const { service, warehouse } = await useWarehouse({
  warehouse: {
    name: 'Depósito del Sur S.R.L.',
    cuit: '30716543214',
    address: 'Ruta 40 km 3210',
    ivaCondition: 'responsable_inscripto',
    grossIncome: '913-716543-2',
    activitiesSince: '2015-03-01',
  },
})
const { staff } = warehouse
const { token: staffToken } = await issueStaffKey(service.db, { name: 'ERP', scopes: ['staff:read'] })

async function download(
  api: 'portal' | 'backoffice',
  token: string,
  id: string,
  headers: Record<string, string> = {},
) {
  const response = await fetch(`${service.url}/api/v1/${api}/remitos/${id}/pdf`, {
    headers: { authorization: `Bearer ${token}`, ...headers },
  })
  return {
    status: response.status,
    headers: response.headers,
    pdf: Buffer.from(await response.arrayBuffer()),
  }
}

/** The egreso of an approved order. */
async function anEgreso(quantity = 3) {
  const client = await warehouse.aStockedClient(0)
  const { id, productId } = client
  const lot = {
    product_id: productId,
    quantity: 50,
    lot_number: 'L-2409',
    expiry_date: '2099-03-31',
    vintage_year: 2021,
  }
  await warehouse.receive(id, lot)
  const { body } = await order(client, quantity)
  await warehouse.act(body.id, 'approve')
  const [remito] = (await client.portal.get(`/remitos?source_order_id=${body.id}`)).body.data
  return { client, order: body, remito }
}

/** A staff egreso of one unit. */
async function issue(client: { id: string; productId: string }, more: object = {}) {
  const items = [{ product_id: client.productId, quantity: 1 }]
  const { body } = await staff.post('/remitos', { client_id: client.id, type: 'egreso', items, ...more })
  return body
}

describe.skipIf(isPopplerMissing())('GET /remitos/:id/pdf', () => {
  test('shows who receives an egreso without an order, and why', async () => {
    const client = await warehouse.aStockedClient(5)
    const recipient = {
      name: 'Escuela de Enología',
      cuit_dni: '30-70777070-4',
      iva_condition: 'exento',
      address: 'Av. San Martín 1250',
    }
    const remito = await issue(client, { recipient, reason: 'Muestras para degustación' })
    expect(remito).toMatchObject({
      recipient: { ...recipient, cuit_dni: '30707770704' },
      reason: 'Muestras para degustación',
    })
    expect((await client.portal.get(`/remitos/${remito.id}`)).body).toMatchObject({
      recipient: remito.recipient,
      reason: remito.reason,
    })
    const [page = ''] = await pdfPages((await download('portal', client.token, remito.id)).pdf)
    for (const shown of [
      'Escuela de Enología',
      'CUIT: 30-70777070-4',
      'IVA Exento',
      'Av. San Martín 1250',
      'Motivo: Muestras para degustación',
    ])
      expect(page).toContain(shown)
    const plain = await issue(client)
    expect([plain.recipient, plain.reason]).toEqual([null, null])
  })

  test('shows the delivery hours, the notes of the order and the names of its files', async () => {
    const client = await warehouse.aStockedClient(5)
    await client.portal.patch(`/destinatarios/${client.destinatarioId}`, {
      delivery_schedule: 'Lunes a viernes de 9 a 13',
    })
    const { body } = await order(client, 1, { notes: 'Tocar timbre\nen el portón verde' })
    for (const name of ['orden 4411.pdf', 'factura.pdf'])
      expect((await upload(service, client, body.id, { name })).status).toBe(201)
    await warehouse.act(body.id, 'approve')
    const [remito] = (await client.portal.get(`/remitos?source_order_id=${body.id}`)).body.data
    const [page = ''] = await pdfPages((await download('portal', client.token, remito.id)).pdf)
    expect(page).toContain('Horario de entrega: Lunes a viernes de 9 a 13')
    expect(page).toContain('Observaciones: Tocar timbre en el portón verde')
    expect(page).toContain('Documentos adjuntos: orden 4411.pdf, factura.pdf')
  })

  test("shows the client's own reference of the order, if it has one", async () => {
    const client = await warehouse.aStockedClient(5)
    const pageOf = async (more: Record<string, unknown>) => {
      const { body } = await order(client, 1, more)
      await warehouse.act(body.id, 'approve')
      const [remito] = (await client.portal.get(`/remitos?source_order_id=${body.id}`)).body.data
      return (await pdfPages((await download('portal', client.token, remito.id)).pdf))[0]
    }
    expect(await pageOf({ reference: 'OC-2026-0117' })).toContain('Referencia: OC-2026-0117')
    expect(await pageOf({})).not.toContain('Referencia')
  })

  test('shows in how many packages the order was packed, when and whether it was checked', async () => {
    const { client, order: placed, remito } = await anEgreso()
    const pageOf = async (language: string) => {
      const answer = await download('portal', client.token, remito.id, { 'accept-language': language })
      return (await pdfPages(answer.pdf))[0] ?? ''
    }
    expect(await pageOf('es')).not.toContain('Bultos')
    await warehouse.act(placed.id, 'prepare')
    const pack = (given: object) => staff.patch(`/orders/${placed.id}`, { action: 'pack', ...given })
    await pack({ packages: 1 })
    expect(await pageOf('es')).toMatch(/^Bultos: 1 \(armado el \d\d\/\d\d\/\d{4} a las \d\d:\d\d\)$/m)
    await pack({ packages: 12, checked: true })
    expect(await pageOf('es')).toMatch(/^Bultos: 12 \(armados el [\d/]+ a las [\d:]+, controlados\)$/m)
    expect(await pageOf('en')).toMatch(/^Packages: 12 \(packed on [\d-]+ at [\d:]+, checked\)$/m)
  })

  test('prints copies on demand, of one or several, and refuses more than three', async () => {
    const client = await warehouse.aStockedClient(5)
    const [one, other] = [await issue(client), await issue(client)]
    const get = async (path: string) => {
      const headers = { authorization: `Bearer ${staffToken}` }
      const response = await fetch(`${service.url}/api/v1/backoffice${path}`, { headers })
      return { status: response.status, pdf: Buffer.from(await response.arrayBuffer()) }
    }
    const marks = (pages: string[]) => pages.map((page) => /ORIGINAL|DUPLICADO|TRIPLICADO/.exec(page)?.[0])
    const three = await pdfPages((await get(`/remitos/${one.id}/pdf?copies=3`)).pdf)
    expect(marks(three)).toEqual(['ORIGINAL', 'DUPLICADO', 'TRIPLICADO'])
    const both = await pdfPages((await get(`/remitos/pdf?id=${one.id}&id=${other.id}&copies=2`)).pdf)
    expect(marks(both)).toEqual(['ORIGINAL', 'DUPLICADO', 'ORIGINAL', 'DUPLICADO'])
    for (const [index, { remito_number }] of [one, one, other, other].entries())
      expect(both[index]).toContain(remito_number[0])
    expect(marks(await pdfPages((await get(`/remitos/${one.id}/pdf`)).pdf))).toEqual([undefined])
    for (const copies of ['0', '4', '1.5', 'tres'])
      expect((await get(`/remitos/${one.id}/pdf?copies=${copies}`)).status).toBe(400)
  })

  test('shows both parties, the items with their lots, totals and a place to sign, in this order', async () => {
    const { client, order: placed, remito } = await anEgreso()
    const change = {
      name: 'Bodega Ñandú',
      address: 'Calle 1',
      iva_condition: 'exento',
      cuit_dni: '30-70777070-4',
    }
    await staff.patch(`/clients/${client.id}`, change)
    await client.portal.patch(`/destinatarios/${client.destinatarioId}`, { cuit_dni: '20-12345678-6' })
    const { pdf } = await download('portal', client.token, remito.id)
    const [page = '', ...more] = await pdfPages(pdf)
    expect(more).toEqual([])
    const shown = [
      'Depósito del Sur S.R.L.',
      'Ruta 40 km 3210',
      'IVA Responsable Inscripto',
      'CUIT: 30-71654321-4',
      'Ingresos brutos: 913-716543-2',
      'Inicio de actividades: 01/03/2015',
      'R\nCódigo N° 91',
      'REMITO',
      `N° ${remito.remito_number[0]}`,
      `Fecha: ${remito.date.split('-').reverse().join('/')}`,
      `Pedido: ${placed.order_number}`,
      'Documento no válido como factura',
      'Por cuenta y orden de',
      'Bodega Ñandú',
      'CUIT: 30-70777070-4',
      'IVA Exento',
      'Calle 1',
      'Destinatario',
      'Vinoteca',
      'CUIT: 20-12345678-6',
      'Av. San Martín 1',
      'Vencimiento Cosecha Cantidad Unidad',
      'L-2409',
      '31/03/2099',
      '2021',
      '3 cajas',
      'Total: 3 cajas · 1 renglón',
      'Transportista',
      'Recibí conforme',
      'Firma',
      'Aclaración',
      'DNI',
      'Fecha',
      'Página 1 de 1',
    ]
    let from = 0
    for (const text of shown) {
      const at = page.indexOf(text, from)
      expect(at, `${text} after ${page.slice(0, from)}`).toBeGreaterThanOrEqual(0)
      from = at + text.length
    }
    expect((await download('backoffice', staffToken, remito.id)).pdf.equals(pdf)).toBe(true)
  })

  test('is in English for a reader who prefers it', async () => {
    const { client, remito } = await anEgreso()
    const answer = await download('portal', client.token, remito.id, { 'accept-language': 'de, en-GB;q=0.8' })
    expect(answer.headers.get('content-language')).toBe('en')
    const [page] = await pdfPages(answer.pdf)
    for (const text of [
      'DELIVERY NOTE (REMITO)',
      'Received in good order',
      'Page 1 of 1',
      'documento no válido como factura',
    ])
      expect(page).toContain(text)
  })

  test('is marked once it is voided', async () => {
    const client = await warehouse.aStockedClient()
    const { id } = await issue(client)
    expect((await pdfPages((await download('portal', client.token, id)).pdf))[0]).not.toContain('ANULADO')
    await staff.post(`/remitos/${id}/void`, { reason: 'Cargado por error' })
    const [page] = await pdfPages((await download('portal', client.token, id)).pdf)
    expect(page).toContain('REMITO – ANULADO')
    expect(page).not.toContain('Cargado por error')
  })

  // From here on, egresos are numbered from books.
  test('has the CAI of the book that it was numbered from, whatever is in use now', async () => {
    const client = await warehouse.aStockedClient()
    const textOf = async (id: string) => (await pdfPages((await download('portal', client.token, id)).pdf))[0]
    const before = await issue(client)
    const book = { point_of_sale: 7, from: 31, to: 31, cai: '11111111111111', cai_expires_on: '2099-12-31' }
    expect((await staff.post('/remito-books', book)).status).toBe(201)
    const covered = await issue(client)
    await staff.post('/remito-books', { ...book, from: 32, to: 999, cai: '22222222222222' })
    const later = await issue(client)
    const text = await textOf(covered.id)
    expect(text).toContain('R 00007-00000031')
    expect(text).toContain('CAI N° 11111111111111')
    expect(text).toContain('Vto. CAI: 31/12/2099')
    expect(text).toMatch(/^30716543214091000071{14}20991231\d$/m)
    expect(await textOf(later.id)).toContain('CAI N° 22222222222222')
    expect(await textOf(before.id)).not.toContain('CAI')
  })
})

test('comes as a PDF with a name, to be shown in the browser', async () => {
  const { client, remito } = await anEgreso()
  const { status, headers, pdf } = await download('portal', client.token, remito.id)
  expect(status).toBe(200)
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  const [number = ''] = remito.remito_number
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `inline; filename="remito-${number.replace(' ', '-')}.pdf"`,
    'content-language': 'es',
    'cache-control': 'private, no-cache',
    vary: 'Accept-Language',
    etag: expect.stringMatching(/^"[\w-]{22}"$/),
  })
})

test('a copy is current until something that it shows changes', async () => {
  const { client, order: placed, remito } = await anEgreso()
  const etagOf = async (headers = {}) =>
    (await download('portal', client.token, remito.id, headers)).headers.get('etag') ?? ''
  const seen = new Set([await etagOf(), await etagOf({ 'accept-language': 'en' })])
  expect(seen.size).toBe(2)
  const changes = [
    () => staff.patch(`/clients/${client.id}`, { address: 'Otra calle 2' }),
    () => staff.patch(`/products/${client.productId}`, { name: 'Otro nombre' }),
    () => client.portal.patch(`/destinatarios/${client.destinatarioId}`, { name: 'Otra vinoteca' }),
    () => staff.patch(`/orders/${placed.id}`, { action: 'cancel', reason: 'Error' }),
  ]
  for (const change of changes) {
    const etag = await etagOf()
    const current = await download('portal', client.token, remito.id, { 'if-none-match': etag })
    expect([current.status, current.pdf.length, current.headers.get('etag')]).toEqual([304, 0, etag])
    expect((await change()).status).toBe(200)
    const stale = await download('portal', client.token, remito.id, { 'if-none-match': etag })
    expect(stale.status).toBe(200)
    seen.add(stale.headers.get('etag') ?? '')
  }
  expect(seen.size).toBe(2 + changes.length)
})

test('a remito of another client is not found, with and without a current ETag', async () => {
  const { client, remito } = await anEgreso()
  const other = await service.aClient()
  const etag = (await download('portal', client.token, remito.id)).headers.get('etag') ?? ''
  for (const header of [etag, '*'])
    expect((await download('portal', other.token, remito.id, { 'if-none-match': header })).status).toBe(404)
  expect((await download('portal', client.token, remito.id, { 'if-none-match': '*' })).status).toBe(304)
})
