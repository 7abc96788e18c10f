// A client announces a delivery, and the warehouse receives it on a phone. What is stored is compared with what was typed,
// and both sides see what differs.
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { excelFile } from '../server/tests/harness/excel-file.ts'
import { faultsByAxe } from './harness/axe.ts'
import { type Visitor, visit } from './harness/browser.ts'
import { sendBackTemplate } from './harness/template.ts'
import { sharedWorld } from './harness/world.ts'

const world = await sharedWorld()
const { staff } = world.warehouse
const phone = { width: 390, hasTouch: true } as const

const gtins = ['7791234567898', '7790895000997'] as const
const separator = '␝'
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

type Client = Awaited<ReturnType<typeof world.aClient>>

async function aClientWith(count: number) {
  const client = await world.aClient()
  const ids: string[] = []
  for (let index = 0; index < count; index++) {
    const { body, status, text } = await staff.post(`/clients/${client.id}/products`, {
      sku: `SKU-${String(index + 1).padStart(2, '0')}`,
      name: `Producto ${index + 1}`,
      unit_type: index === 2 ? 'kg' : 'caja',
      ...(gtins[index] ? { gtin: gtins[index] } : {}),
    })
    if (status !== 201) throw new Error(text)
    ids.push(body.id)
  }
  return { client, ids }
}

/** As a spreadsheet puts it on the clipboard. */
async function paste(page: Page, text: string) {
  await page.getByLabel('Agregar un producto').focus()
  await page.evaluate(`
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', ${JSON.stringify(text)})
    document.activeElement.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))`)
}

async function drop(page: Page, name: string, bytes: number[]) {
  await page.getByLabel('Agregar un producto').waitFor()
  await page.evaluate(`
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File([new Uint8Array(${JSON.stringify(bytes)})], ${JSON.stringify(name)}))
    const target = document.activeElement.closest('form').querySelector('[role=combobox], input[placeholder*="SKU"]')
    for (const type of ['dragenter', 'dragover', 'drop'])
      target.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))`)
}

const noticesOf = async (client: Client) => (await client.portal.get('/inbound?limit=100')).body.data
const noticeOf = async (client: Client) => {
  const [{ id }] = await noticesOf(client)
  return (await client.portal.get(`/inbound/${id}`)).body
}

async function announced(client: Client, items: object[], more: object = {}) {
  const given = { reference: crypto.randomUUID(), expected_on: inDays(1), items, ...more }
  const { body, status, text } = await client.portal.post('/inbound', given)
  if (status !== 201) throw new Error(text)
  return body
}

async function arrived(client: Client, items: object[], more: object = {}) {
  const notice = await announced(client, items, more)
  await staff.patch(`/inbound/${notice.id}`, { action: 'arrive' })
  return notice
}

async function atTheGate(id: string, visitor: Visitor = {}) {
  const visited = await visit(`/warehouse/receive?notice=${id}`, {
    as: await world.aStaffUser(['staff:read', 'staff:receive']),
    ...phone,
    ...visitor,
  })
  await visited.page.getByRole('button', { name: 'Save as one ingreso' }).waitFor()
  return visited
}

const scan = async (page: Page, code: string) => {
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
}
const save = (page: Page) => page.getByRole('button', { name: 'Save as one ingreso' }).click()

describe('announcing', () => {
  test('a workbook is dropped, and the template that is downloaded is read back as it is', async () => {
    const { client } = await aClientWith(3)
    const { page } = await visit('/inbound/new', { as: await client.aUser(), language: 'es' })
    await page.getByLabel('Tu referencia').fill('OC-2')
    const workbook = excelFile([
      ['Vto', 'Artículo', 'Cant.', 'Lote', 'Precio'],
      [{ day: 47_938 }, 'SKU-01', 120, 'L-7', 10],
      [null, 'SKU-03', 12.75, null, 11],
      [null, 'SKU-9', 1, null, 12],
    ])
    await drop(page, 'pedido.xlsx', [...workbook])
    await page.getByText('Sin agregar: 1 fila. Ningún producto tiene este SKU: SKU-9').waitFor()
    await page.getByText('Renglón 1, Precio: ').waitFor()
    expect(await page.getByLabel('Vencimiento de Producto 1', { exact: true }).inputValue()).toBe(
      '2031-03-31',
    )
    expect(await page.getByLabel('Cantidad de Producto 3', { exact: true }).inputValue()).toBe('12,75')
    await page.getByRole('button', { name: 'Avisar', exact: true }).click()
    await page.getByRole('heading', { name: /AVI-/ }).waitFor()
    expect((await noticeOf(client)).items).toMatchObject([
      { sku: 'SKU-01', quantity: 120, lot_number: 'L-7', expiry_date: '2031-03-31' },
      { sku: 'SKU-03', quantity: 12.75, lot_number: null, expiry_date: null },
    ])

    for (const sku of ['MAL-RES-750', 'ACE-GRA'])
      await staff.post(`/clients/${client.id}/products`, { sku, name: sku, unit_type: 'kg' })
    await page.goto('/inbound/new')
    expect(await sendBackTemplate(page)).toBe('avisos.xlsx')
    expect(await page.getByLabel('Vencimiento de MAL-RES-750', { exact: true }).inputValue()).toBe(
      '2028-09-30',
    )
    expect(await page.getByLabel('Cantidad de ACE-GRA', { exact: true }).inputValue()).toBe('12,5')
    expect(await page.getByRole('alert').count()).toBe(0)
  })

  test('thirty lines are pasted, numbers are read strictly, and a double click makes one notice', async () => {
    const { client, ids } = await aClientWith(30)
    const { page } = await visit('/inbound/new', { as: await client.aUser(), language: 'es' })
    await page.getByLabel('Tu referencia').fill('OC-1')
    const rows = ids.map(
      (_, index) => `SKU-${String(index + 1).padStart(2, '0')}\t${index + 1}\tL${index + 1}\t31/3/2031`,
    )
    rows[2] = 'SKU-03\t1.000\t\t'
    await paste(page, ['Código\tCantidad\tLote\tVencimiento', ...rows, 'NO-HAY\t5\t\t'].join('\r\n'))
    await page.getByText('Sin agregar: 1 fila. Ningún producto tiene este SKU: NO-HAY').waitFor()
    await expect
      .poll(() => page.getByRole('list', { name: 'Renglones' }).getByRole('listitem').count())
      .toBe(30)

    // A thousand, or one with three decimals: nobody guesses.
    const weight = page.getByLabel('Cantidad de Producto 3', { exact: true })
    await page.getByRole('button', { name: 'Avisar', exact: true }).click()
    await page.getByText('Se puede leer de dos maneras').first().waitFor()
    expect(await noticesOf(client)).toHaveLength(0)
    await weight.fill('')
    await weight.pressSequentially('12,750')
    await page.getByText('= 12,750 kg').waitFor()
    const carrier = page.getByLabel('Transportista')
    await carrier.fill('Expreso Cuyo')

    // What was typed survives a reload; half a line is not left out.
    await page.reload()
    await expect.poll(() => weight.inputValue()).toBe('12,750')
    expect(await carrier.inputValue()).toBe('Expreso Cuyo')
    const search = page.getByLabel('Agregar un producto')
    await search.fill('SKU-0')
    await page.getByRole('button', { name: 'Avisar', exact: true }).click()
    await page.getByText('Elegí uno de la lista o vaciá este campo').waitFor()
    await search.fill('')

    await page.getByRole('button', { name: 'Avisar', exact: true }).dblclick()
    await page.getByRole('heading', { level: 1, name: 'AVI-000001' }).waitFor()
    expect(await noticesOf(client)).toHaveLength(1)
    const notice = await noticeOf(client)
    expect(notice).toMatchObject({ reference: 'OC-1', carrier: 'Expreso Cuyo', lines: 30, revision: 1 })
    expect(notice.items[2]).toMatchObject({ product_id: ids[2], quantity: 12.75, lot_number: null })
    expect(notice.items[29]).toMatchObject({ quantity: 30, lot_number: 'L30', expiry_date: '2031-03-31' })

    const [labels] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Etiquetas (PDF)' }).click(),
    ])
    expect(labels.suggestedFilename()).toBe('AVI-000001.pdf')
    // The next notice starts empty.
    await page.goto('/inbound/new')
    await expect.poll(() => page.getByLabel('Tu referencia').inputValue()).toBe('')
  })

  test('a reference that is taken leads to its notice', async () => {
    const { client, ids } = await aClientWith(1)
    const other = await announced(client, [{ product_id: ids[0], quantity: 1 }], { reference: 'OC-7' })
    const { page, expectAnswers } = await visit('/inbound/new', { as: await client.aUser() })
    expectAnswers('409 /api/v1/portal/inbound')
    await page.getByLabel('Your reference').fill('oc-7')
    await page.getByLabel('Add a product').fill('SKU-01')
    await page.keyboard.press('Enter')
    await page.getByLabel('Quantity of Producto 1').fill('3')
    await page.getByRole('button', { name: 'Announce', exact: true }).click()
    await page.getByText(`${other.number} has this reference`).waitFor()
    await page.getByRole('link', { name: `Open ${other.number}` }).click()
    await page.getByRole('heading', { level: 1, name: other.number }).waitFor()
    // The search finds it by its number.
    await page.goto('/inbound')
    await page.getByRole('link', { name: other.number }).waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type(other.number)
    await page.getByRole('option', { name: new RegExp(`${other.number}.*OC-7`) }).click()
    await page.getByRole('heading', { level: 1, name: other.number }).waitFor()
  })

  test('a change is never made over what another person has changed meanwhile, and none after the arrival', async () => {
    const { client, ids } = await aClientWith(1)
    const notice = await announced(client, [{ product_id: ids[0], quantity: 5 }])
    const { page } = await visit(`/inbound/${notice.id}/edit`, { as: await client.aUser() })
    await page.getByLabel('Carrier').fill('Expreso Cuyo')
    await client.portal.patch(`/inbound/${notice.id}`, { action: 'update', if_revision: 1, packages: 12 })
    await page.getByText('Somebody else has changed this notice since you began').waitFor()
    await page.getByRole('button', { name: 'Begin again from how it is now' }).click()
    await expect.poll(() => page.getByLabel('Packages').inputValue()).toBe('12')
    await page.getByLabel('Quantity of Producto 1').fill('8')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { level: 1, name: notice.number }).waitFor()
    expect(await noticeOf(client)).toMatchObject({ revision: 3, packages: 12, items: [{ quantity: 8 }] })
    await staff.patch(`/inbound/${notice.id}`, { action: 'arrive' })
    await expect.poll(() => page.getByRole('link', { name: 'Change' }).count()).toBe(0)
    await page.goto(`/inbound/${notice.id}/edit`)
    await page.getByText('it can no longer be changed').waitFor()
  })
})

describe('receiving', () => {
  test('by scan and tick on a phone, with a surplus and a missing line; the client reads why, live and as an event', async () => {
    const { client, ids } = await aClientWith(4)
    const [first, second, weighed] = ids
    const notice = await announced(
      client,
      [
        { product_id: first, quantity: 24, lot_number: 'A', expiry_date: '2031-03-31' },
        { product_id: second, quantity: 6 },
        { product_id: weighed, quantity: 12.75, lot_number: 'W' },
      ],
      { remito_number: ['R 0003-00001821'], carrier: 'Expreso Cuyo', expected_on: inDays(0) },
    )
    const own = await visit(`/inbound/${notice.id}`, { as: await client.aUser('reader') })
    const { page } = await visit('/warehouse', {
      as: await world.aStaffUser(['staff:read', 'staff:receive']),
      ...phone,
    })
    await page
      .getByRole('region', { name: 'Arrivals of the week' })
      .getByRole('link', { name: new RegExp(`${notice.number}.*`) })
      .and(page.locator(`[href$="${notice.id}"]`))
      .click()
    await page.getByRole('button', { name: 'It has arrived' }).click()
    await own.page
      .getByRole('listitem')
      .filter({ hasText: 'Arrived' })
      .and(own.page.locator('[aria-current]'))
      .waitFor()

    await page.getByRole('link', { name: 'Receive', exact: true }).first().waitFor()
    await page.getByRole('article').getByRole('link', { name: 'Receive', exact: true }).click()
    await page.getByRole('button', { name: 'Save as one ingreso' }).waitFor()
    // Its label: GTIN, expiry date, quantity, and the lot at the end.
    await scan(page, `01${gtins[0].padStart(14, '0')}17310331${'3724'}${separator}10A`)
    await page.getByText('24 cases').first().waitFor()
    // Twice the same label counts once.
    await scan(page, `01${gtins[0].padStart(14, '0')}17310331${'3724'}${separator}10A`)
    await page.getByText('Ticked already').waitFor()
    await page.getByRole('button', { name: 'Received: Producto 3, 12.75 kg' }).click()
    await page.getByRole('button', { name: /^Producto 3 SKU-03/ }).click()
    const weight = page.getByRole('group', { name: 'Producto 3' }).getByLabel('Quantity')
    await weight.fill('')
    await weight.pressSequentially('13.250')
    // What was ticked survives a reload.
    await page.reload()
    await page.getByText('Ticked: 2').waitFor()
    // Goods that were not announced.
    await scan(page, 'SKU-04')
    await page.getByText('Not announced').first().waitFor()
    await page.getByRole('group', { name: 'Producto 4' }).getByLabel('Quantity').fill('2')
    await page.getByText('Ticked: 3').waitFor()
    expect(await faultsByAxe(page)).toEqual([])
    await save(page)

    await page.getByRole('heading', { level: 2, name: 'Close the notice' }).waitFor()
    const received = await noticeOf(client)
    expect(received).toMatchObject({
      status: 'receiving',
      items: [
        { received: 24, difference: 0 },
        { received: 0, difference: -6 },
        { received: 13.25, difference: 0.5 },
        { received: 2, difference: 2, announced: false },
      ],
    })
    const { body: remito } = await staff.get(`/remitos/${received.remito_ids[0]}`)
    expect(remito.remito_number).toEqual(['R 00003-00001821'])

    // Each difference needs its reason.
    await page.getByRole('button', { name: 'Close with these reasons' }).click()
    await page.getByText('Fill in this field').first().waitFor()
    await page.getByLabel('Reason for Producto 2').selectOption('Did not come')
    await page.getByLabel('Note for Producto 2').fill('Comes on Friday')
    await page.getByLabel('Reason for Producto 3').selectOption('More than announced')
    await page.getByLabel('Reason for Producto 4').selectOption('More than announced')
    await page.getByRole('button', { name: 'Close with these reasons' }).click()
    await own.page.getByText('Comes on Friday').last().waitFor()
    await own.page.getByText('not announced').first().waitFor()
    expect(await faultsByAxe(own.page)).toEqual([])
    const { body: events } = await client.portal.get('/events?type=inbound.received')
    expect(events.data[0].data.object.items[1]).toMatchObject({
      difference: -6,
      difference_reason: 'missing',
      difference_note: 'Comes on Friday',
    })
  })

  test('two people on one notice: the second is told what the first has received, and decides', async () => {
    const { client, ids } = await aClientWith(2)
    const notice = await arrived(client, [
      { product_id: ids[0], quantity: 10 },
      { product_id: ids[1], quantity: 5 },
    ])
    const { page } = await atTheGate(notice.id)
    await page.getByRole('button', { name: 'Tick all that is to come' }).click()
    await page.getByText('Ticked: 2').waitFor()
    await staff.patch(`/inbound/${notice.id}`, {
      action: 'receive',
      items: [{ item_id: notice.items[0].id, quantity: 10 }],
    })
    await page.getByText('Meanwhile somebody else has received of this line: 10 cases in all').waitFor()
    await save(page)
    expect((await noticeOf(client)).items).toMatchObject([{ received: 10 }, { received: 0 }])
    await page.getByRole('button', { name: 'It is the same' }).click()
    await save(page)
    await page.getByRole('heading', { level: 2, name: 'Close the notice' }).waitFor()
    await page.getByRole('button', { name: 'Close: all came' }).click()
    await page.getByText('is closed').first().waitFor()
    expect(await noticeOf(client)).toMatchObject({
      status: 'received',
      items: [{ received: 10 }, { received: 5 }],
    })
  })

  test('an ingreso that is voided opens the notice again', async () => {
    const { client, ids } = await aClientWith(1)
    const notice = await arrived(client, [{ product_id: ids[0], quantity: 3 }])
    const items = [{ item_id: notice.items[0].id, quantity: 3 }]
    const { body } = await staff.patch(`/inbound/${notice.id}`, { action: 'receive', items })
    await staff.patch(`/inbound/${notice.id}`, { action: 'close' })
    const { page } = await visit(`/warehouse/remitos/${body.remito_ids[0]}`, { as: await world.aStaffUser() })
    await page.getByRole('button', { name: 'Void' }).click()
    await page.getByText('taken back from the notice as well').waitFor()
    await page.getByLabel('Reason').fill('Counted wrong')
    await page.getByRole('dialog').getByRole('button', { name: 'Void' }).click()
    await page.getByRole('link', { name: notice.number }).click()
    await page.getByRole('link', { name: 'Receive more' }).waitFor()
    expect(await noticeOf(client)).toMatchObject({ status: 'receiving', items: [{ received: 0 }] })
  })
})
