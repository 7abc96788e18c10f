// Every code of the catalogue of faults is reported by some request or file, with the params that the catalogue gives it.
// The tables have a row for each code by their type; `expectProblem` compares the params and the sentence.
import { type FieldFaultCode, fieldFaultCodes, type LineFaultCode, lineFaultCodes } from '@anden/contract'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { checkUrl } from '../src/webhooks/guard.ts'
import { accept, acceptancesIn, aPng, formOf, type SentFiles, whole } from './harness/acceptances.ts'
import { browser } from './harness/browser.ts'
import { sendCount } from './harness/counts.ts'
import { archive, excelFile } from './harness/excel-file.ts'
import type { HttpAnswer } from './harness/http.ts'
import { announce, announcement } from './harness/inbound-data.ts'
import { expectFaults } from './harness/problem-answers.ts'
import { useService } from './harness/prologue.ts'
import { deliver } from './harness/return-data.ts'
import { addLot, addProduct } from './harness/stock-data.ts'
import { aForm, upload } from './harness/uploads.ts'
import { aWarehouse, order } from './harness/warehouse.ts'

type Answer = HttpAnswer<ReturnType<typeof JSON.parse>>

const addresses: Record<string, string[]> = { 'inside.example': ['10.0.0.5'], 'nowhere.example': [] }
const resolve = async (host: string) => addresses[host] ?? ['8.8.8.8']
const service = await useService({ urlRule: (url) => checkUrl(url, { allowPrivate: false, resolve }) })
const warehouse = await aWarehouse(service)
const { staff } = warehouse
const client = await warehouse.aStockedClient(100)
const { portal, productId } = client
const other = await warehouse.aStockedClient(5)
const kilos = await warehouse.aProduct(other.id, 'kg')
const archived = await warehouse.aProduct(client.id)
await staff.patch(`/products/${archived}`, { archived: true })
const lotOf = async (clientId: string): Promise<string> =>
  (await staff.get(`/lots?client_id=${clientId}`)).body.data[0].id
const lotId = await lotOf(client.id)
const heldId = await lotOf(other.id)
await staff.patch(`/lots/${heldId}`, { hold: true, reason: 'Retiro del mercado' })
const orderId: string = (await order(client, 1)).body.id
const staffUser = await service.aStaffUser(['staff:read'])
const webhookId: string = (
  await portal.post('/webhooks', { url: 'https://erp.example.com/', events: ['order.created'] })
).body.id

const noticeId: string = (await announce(portal, productId)).id
await staff.patch(`/inbound/${noticeId}`, { action: 'arrive' })
const { body: received } = await staff.patch(`/inbound/${noticeId}`, {
  action: 'receive',
  items: [{ product_id: productId, quantity: 2 }],
})

const deliveredId = await deliver(warehouse, client, [{ product_id: productId, quantity: 1 }])
const [shipped] = (await staff.get(`/orders/${deliveredId}/returnable`)).body.items
const returning = (given: object) => {
  const item = { remito_item_id: shipped.remito_item_id, quantity: 1, reason: 'damaged', ...given }
  return staff.post('/returns', { order_id: deliveredId, items: [item] })
}
const { body: expectedReturn } = await returning({})
const receiving = (...given: object[]) => {
  const item = { id: expectedReturn.items[0].id, quantity: 1, disposition: 'hold' }
  const items = given.map((more) => ({ ...item, ...more }))
  return staff.patch(`/returns/${expectedReturn.id}`, { action: 'receive', items })
}
const inbound = (given: object) => staff.patch(`/inbound/${noticeId}`, given)
const closing = (difference: object) => inbound({ action: 'close', differences: [difference] })
const announcing = (given: object) => portal.post('/inbound', announcement(productId, given))
const approvedId: string = (await order(client, 1)).body.id
await staff.patch(`/orders/${approvedId}`, { action: 'approve' })

const trip = (given: object) =>
  staff.post('/trips', { date: new Date().toISOString().slice(0, 10), driver_name: 'Raúl Quiroga', ...given })
const tripId: string = (await trip({ order_ids: [approvedId] })).body.id
const changeTrip = (given: object) => staff.patch(`/trips/${tripId}`, { if_revision: 1, ...given })
const recipient = (given: object) => portal.post('/destinatarios', { name: 'Vinoteca', ...given })
const ordering = (item: object) =>
  order(client, 1, { items: [{ product_id: productId, quantity: 1, ...item }] })
const endpoint = (url: string) => portal.post('/webhooks', { url, events: ['order.created'] })
const endpointWith = (...headers: object[]) =>
  portal.post('/webhooks', { url: 'https://a.example', events: ['order.created'], headers })
const newPassword = (newPassword: string) =>
  browser(service.url).post('/api/auth/reset-password', { token: 'nobody has it', newPassword })
const remito = (type: string, item: object, more: object = {}) =>
  staff.post('/remitos', {
    client_id: client.id,
    type,
    items: [{ product_id: productId, quantity: 1, ...item }],
    ...more,
  })
const book = (given: object) =>
  staff.post('/remito-books', {
    point_of_sale: 3,
    from: 1,
    to: 100,
    cai: '71234567890123',
    cai_expires_on: '2099-12-31',
    ...given,
  })
const adjust = (given: object) =>
  staff.post('/stock/adjustments', { product_id: productId, delta: 1, reason: 'Conteo', ...given })
const transfer = (given: object) =>
  staff.post('/stock/transfers', {
    from_product_id: productId,
    to_product_id: other.productId,
    quantity: 1,
    reason: 'Venta',
    ...given,
  })
const act = (given: object) => staff.patch(`/orders/${orderId}`, given)
const user = (given: object) => staff.post('/users', { email: 'leo@x.example', name: 'Leo', ...given })

/** Sells until the balance would have a digit too many. */
async function tooMuchSold(): Promise<Answer> {
  for (let times = 0; times < 100; times += 1) {
    const sale = { client_id: client.id, amount: 100_000_000_000 }
    const answer = await staff.post('/credit-sales', sale)
    if (answer.status !== 201) return answer
  }
  throw new Error('all of it was sold')
}

const textField = () => {
  const form = new FormData()
  form.append('file', 'text')
  return form
}

const acceptances = acceptancesIn(warehouse, service.url)

/** An acceptance of goods that are under way. */
async function accepting(given: object, files: SentFiles = {}): Promise<Answer> {
  const { path, remito } = await acceptances.underWay(client)
  return accept(service.url, path, { ...whole(remito), ...given }, files)
}

/** The same whose line differs. */
async function acceptingLine(change: object): Promise<Answer> {
  const { path, remito } = await acceptances.underWay(client)
  const sent = whole(remito)
  return accept(service.url, path, { ...sent, items: sent.items.map((item) => ({ ...item, ...change })) })
}

async function acceptingOtherwise(by: 'driver' | 'staff'): Promise<Answer> {
  const { trip, remitoId, remito } = await acceptances.underWay(client)
  if (by === 'staff') return staff.post(`/remitos/${remitoId}/acceptance`, formOf(whole(remito)))
  const { body } = await staff.post(`/trips/${trip.id}/driver-link`)
  return accept(service.url, `${new URL(body.url).pathname}/stops/1`, whole(remito))
}

const requests: Record<FieldFaultCode, () => Promise<Answer>> = {
  required: () => portal.post('/destinatarios', {}),
  wrong_type: () => recipient({ name: 1 }),
  not_one_of: () => recipient({ iva_condition: 'ninguna' }),
  unknown_member: () => recipient({ surprise: 1 }),
  unknown_parameter: () => portal.get('/stock?surprise=1'),
  empty: () => recipient({ name: '' }),
  blank: () => recipient({ name: ' ' }),
  too_short: () =>
    staff.post(`/stock/imports?client_id=${client.id}&fingerprint=x`, '', { 'content-type': 'text/csv' }),
  too_long: () => recipient({ name: 'a'.repeat(300) }),
  null_character: () => recipient({ address: 'a\0b' }),
  malformed_unicode: () => recipient({ address: '\ud800' }),
  wrong_form: () => portal.get('/requests?request_id=req_1'),
  too_small: () => ordering({ vintage_year: 1800 }),
  too_large: () => ordering({ vintage_year: 3000 }),
  not_above: () => ordering({ quantity: 0 }),
  too_many_decimals: () => ordering({ quantity: 1.0001 }),
  excluded_value: () => adjust({ delta: 0 }),
  too_few_items: () => order(client, 1, { items: [] }),
  too_many_items: () => order(client, 1, { items: Array(201).fill({}) }),
  repeated_item: () =>
    portal.post('/webhooks', { url: 'https://a.example', events: ['order.created', 'order.created'] }),
  not_a_uuid: () => portal.get('/orders/1'),
  number_for_id: () => portal.get('/orders/PED-000291'),
  not_a_date: () => remito('ingreso', { expiry_date: 'mañana' }),
  no_such_day: () => remito('ingreso', { expiry_date: '2026-02-30' }),
  not_a_timestamp: () => portal.get('/orders?from=ayer'),
  no_such_time: () => portal.get('/orders?from=2026-11-01T25:00:00Z'),
  not_an_email: () => recipient({ email: 'ana' }),
  not_a_sign_in_email: () => user({ email: 'ñandú@x.example', client_id: client.id, role: 'reader' }),
  not_a_cuit_or_dni: () => recipient({ cuit_dni: '20-12345678-0' }),
  not_a_gtin: () => staff.patch(`/products/${productId}`, { gtin: '7790895000990' }),
  not_a_plate: () => trip({ plate: 'ABC 12' }),
  not_a_remito_number: () => remito('ingreso', {}, { remito_number: ['1'] }),
  not_a_credit_note_number: () =>
    staff.post('/credit-notes', { client_id: client.id, amount: 1, number: 'NC_1' }),
  not_a_person_name: () => user({ name: 'www.x.example', client_id: client.id, role: 'reader' }),

  body_required: () => portal.call('POST', '/destinatarios'),
  body_not_allowed: () => portal.call('DELETE', `/webhooks/${webhookId}`, { surprise: 1 }),
  total_too_large: tooMuchSold,
  bad_percent_encoding: () => portal.get('/orders/%E0%A4%A'),
  given_twice: () => portal.get('/remitos?type=ingreso&type=egreso'),
  limit_with_csv: () => portal.get('/stock?limit=5', { accept: 'text/csv' }),

  day_out_of_range: () =>
    staff.post('/payments', {
      client_id: client.id,
      amount: 1,
      payment_method: 'qr',
      paid_on: '1999-12-31',
    }),
  from_after_to: () => portal.get('/orders?from=2026-11-02T00:00:00Z&to=2026-11-01T00:00:00Z'),
  until_before_since: () =>
    portal.post(`/webhooks/${webhookId}/recover`, {
      since: '2026-11-02T00:00:00Z',
      until: '2026-11-01T00:00:00Z',
    }),
  in_future: () => portal.get('/stock?at=2999-01-01T00:00:00Z'),
  not_in_future: () =>
    staff.post('/staff-keys', { name: 'ERP', scopes: ['staff:read'], expires_at: '2020-01-01T00:00:00Z' }),
  below_first_number: () => book({ from: 10, to: 9 }),
  day_is_past: () => book({ cai_expires_on: '2026-01-01' }),
  not_a_cai: () => book({ cai: '7123456789012' }),
  date_out_of_range: () => remito('ingreso', {}, { date: '1999-12-31' }),

  file_required: () => upload(service, client, orderId, aForm()),
  not_the_only_field: () => upload(service, client, orderId, aForm({ field: 'notes' })),
  not_the_only_file: () => upload(service, client, orderId, aForm({}, { name: 'second.pdf' })),
  file_without_name: () => upload(service, client, orderId, textField()),

  unknown_product: () => adjust({ product_id: uuidv7() }),
  not_your_product: () => ordering({ product_id: other.productId }),
  not_the_clients_product: () => remito('ingreso', { product_id: other.productId }),
  archived: () => adjust({ product_id: archived }),
  fraction_of_unit: () => ordering({ quantity: 1.5 }),
  not_a_lot_of_product: () => adjust({ lot_id: heldId }),
  lot_on_hold: () => transfer({ from_product_id: other.productId, to_product_id: productId, lot_id: heldId }),
  lot_already_named: () => adjust({ lot_id: lotId, lot_number: 'L1' }),
  same_client: () => transfer({ to_product_id: productId }),
  units_differ: () => transfer({ to_product_id: kilos }),
  reason_required_for_hold: () => staff.patch(`/lots/${lotId}`, { hold: true }),
  reason_only_for_hold: () => staff.patch(`/lots/${lotId}`, { hold: false, reason: 'Listo' }),

  not_a_remito: () => staff.get(`/remitos/pdf?id=${uuidv7()}`),
  number_assigned: () => remito('egreso', {}, { remito_number: ['R 0001-00000001'] }),
  repeated_number: () => remito('ingreso', {}, { remito_number: ['R 0001-00000001', '0001-00000001'] }),
  not_for_ingreso: () => remito('ingreso', {}, { reason: 'Muestras' }),
  only_for_egreso: () => remito('ingreso', { lot_id: lotId }),
  only_for_ingreso: () => remito('egreso', { lot_number: 'L1' }),
  determined_by_lot: () => remito('egreso', { lot_id: lotId, vintage_year: 2021 }),

  name_product_once: () => order(client, 1, { items: [{ quantity: 1 }] }),
  unknown_destinatario: () => order({ ...client, destinatarioId: uuidv7() }, 1),
  reason_required: () => act({ action: 'reject' }),
  reason_required_to_override: () => act({ action: 'dispatch', override_hold: true }),
  only_for_dispatch: () => act({ action: 'approve', override_hold: true }),
  packages_required: () => act({ action: 'pack' }),
  only_for_pack: () => act({ action: 'approve', packages: 1 }),
  not_an_order: () => staff.get(`/pick-list?order_id=${uuidv7()}`),
  not_to_pick: () => staff.get(`/pick-list?order_id=${orderId}`),

  expected_out_of_range: () => announcing({ expected_on: '2062-11-20' }),
  not_a_line_of_remito: () => acceptingLine({ item_id: uuidv7() }),
  line_left_out: () => acceptingLine({ item_id: uuidv7() }),
  not_what_was_shipped: () => acceptingLine({ missing: 1 }),
  nothing_accepted: () => acceptingLine({ accepted: 0, refused: 1 }),
  signature_required: () => acceptingOtherwise('driver'),
  scan_required: () => acceptingOtherwise('staff'),
  not_a_picture: () => accepting({}, { photos: Buffer.from('a text') }),
  picture_too_large: () => accepting({}, { photos: aPng(6000, 6000) }),
  name_line_once: () => inbound({ action: 'receive', items: [{ quantity: 1 }] }),
  not_a_line_of_notice: () =>
    inbound({ action: 'receive', items: [{ item_id: client.productId, quantity: 1 }] }),
  difference_without_reason: () => inbound({ action: 'close' }),
  no_difference: () =>
    inbound({
      action: 'close',
      differences: Array(2).fill({ item_id: received.items[0].id, reason: 'missing' }),
    }),
  reason_contradicts: () => closing({ item_id: received.items[0].id, reason: 'surplus' }),
  not_a_line_of_egreso: () => returning({ remito_item_id: client.productId }),
  more_than_returnable: () => returning({ quantity: 100 }),
  not_a_line_of_return: () => receiving({ id: client.productId }),
  more_than_expected: () => receiving({ quantity: 100 }),
  line_repeated: () => receiving({}, {}),
  trip_date_out_of_range: () => trip({ date: '1999-12-31' }),
  unknown_order: () => trip({ order_ids: [uuidv7()] }),
  required_for_action: () => changeTrip({ action: 'add' }),
  not_for_action: () => changeTrip({ action: 'depart', notes: 'Sale temprano' }),
  only_for_stops: () => changeTrip({ position: 1 }),
  position_out_of_range: () => changeTrip({ action: 'move', order_id: approvedId, position: 2 }),

  role_required: () => user({ client_id: client.id }),
  scopes_required: () => user({}),
  role_only_for_clients: () => staff.patch(`/users/${staffUser.id}`, { role: 'reader' }),
  scopes_only_for_staff: () => user({ client_id: client.id, role: 'reader', scopes: ['staff:read'] }),

  password_is_common: () => newPassword('password123'),
  password_is_a_run: () => newPassword('qwertyuiop'),
  password_repeats: () => newPassword('abcabcabcabc'),

  not_a_url: () => endpoint('erp.example.com'),
  not_https: () => endpoint('http://erp.example.com/'),
  credentials_in_url: () => endpoint('https://user@erp.example.com/'),
  invalid_host: () => endpoint('https://erp..example.com/'),
  private_address: () => endpoint('https://10.0.0.5/'),
  local_host: () => endpoint('https://printer.local/'),
  incomplete_host: () => endpoint('https://intranet/'),
  host_not_public: () => endpoint('https://inside.example/'),
  host_not_resolved: async () => {
    const { body, ...created } = await endpoint('https://nowhere.example/')
    return { ...created, body: { errors: body.warnings } }
  },
  url_too_long: () => endpoint(`https://erp.example.com/${'ñ'.repeat(400)}`),

  reserved_header: () => endpointWith({ name: 'Webhook-Id', value: 'x' }),
  repeated_header: () => endpointWith({ name: 'X-Key', value: 'a' }, { name: 'x-key', value: 'b' }),
}

test.each(fieldFaultCodes)('a request gets the code %s', async (code) => {
  expect(expectFaults(await requests[code]())).toContain(code)
})

const huge = await addProduct(service.db, client.id, { sku: 'MUCHO', unit_type: 'kg' })
await addLot(service.db, client.id, huge.id, { quantity: '999999999999' })
await addProduct(service.db, client.id, { sku: 'CAJA' })
await addProduct(service.db, client.id, { sku: 'KG', unit_type: 'kg' })
const archivedSku: string = (await staff.get(`/products/${archived}`)).body.sku

const files: Record<LineFaultCode, string | Uint8Array<ArrayBuffer>> = {
  empty: 'sku,quantity\nKG,',
  too_long: `sku,quantity\n${'K'.repeat(65)},1`,
  too_small: 'sku,quantity\nKG,-1',
  too_large: 'sku,quantity\nKG,1000000001',
  too_many_decimals: 'sku,quantity\nKG,1.0001',
  not_one_of: 'sku,quantity,unit_type\nKG,1,kilo',
  not_a_date: 'sku,quantity,expiry_date\nKG,1,mañana',
  no_such_day: 'sku,quantity,expiry_date\nKG,1,2027-02-29',
  archived: `sku,quantity\n${archivedSku},1`,

  not_utf8: new Uint8Array(Buffer.from('sku,quantity\nÑ,1', 'latin1')),
  line_too_long: `sku,quantity\n${'K'.repeat(70_000)}`,
  too_many_lines: `sku,quantity\n${'\n'.repeat(1_048_576)}`,
  not_a_spreadsheet: new Uint8Array(Buffer.from('PK\u0003\u0004')),
  spreadsheet_too_large: archive({ 'xl/sharedStrings.xml': 'a' }, { 'xl/sharedStrings.xml': 2 ** 30 }),
  cell_outside_columns: excelFile([
    ['sku', 'quantity'],
    ['KG', 1, 2],
  ]),
  cell_error: 'sku,quantity,lot_number\nKG,1,#N/A',
  quote_not_closed: 'sku,quantity\n"KG,1',
  quote_misplaced: 'sku,quantity\nK"G,1',
  header_missing: '',
  no_lines: 'sku,quantity',
  column_missing: 'sku\nKG',
  column_twice: 'sku,quantity,sku\nKG,1,KG',
  unknown_column: 'sku,quantity,precio\nKG,1,2',
  unnamed_column: 'sku,quantity,\nKG,1,',
  too_many_fields: 'sku,quantity\nKG,1,5',
  too_few_fields: 'sku,quantity,name\nKG,1',
  line_break: 'sku,quantity\n"K\nG",1',
  not_a_number: 'sku,quantity\nKG,uno',
  day_first: 'sku,quantity,expiry_date\nKG,1,31/03/2027',
  not_a_year: 'sku,quantity,vintage_year\nKG,1,21',
  unknown_sku: 'sku,quantity\nNADIE,1',
  not_the_products_unit: 'sku,quantity,unit_type\nKG,1,caja',
  counted_whole: 'sku,quantity\nCAJA,1.5',
  repeated_lot: 'sku,quantity\nKG,1\nKG,2',
  differs_from_line: 'sku,quantity,lot_number,location\nKG,1,A,A-1\nKG,1,B,A-2',
  product_total_too_large: 'sku,quantity,lot_number\nMUCHO,1,OTRO',
}

test.each(lineFaultCodes)('a file gets the code %s', async (code) => {
  expect(expectFaults(await sendCount(staff, client.id, files[code]))).toContain(code)
})
