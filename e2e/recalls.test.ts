// A recall: finding out who has goods of a lot and which of them are still here, and holding those back.
import { buffer } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { order } from '../server/tests/harness/warehouse.ts'
import { visit } from './harness/browser.ts'
import { sharedWorld } from './harness/world.ts'

const world = await sharedWorld()
const { warehouse } = world
const { staff } = warehouse

type Client = Awaited<ReturnType<typeof warehouse.aStockedClient>>
type Placed = { id: string; order_number: string }

/** An order after these steps. */
async function anOrder(client: Client, quantity: number, ...steps: string[]): Promise<Placed> {
  const { body } = await order(client, quantity)
  for (const action of steps)
    await warehouse.act(body.id, action, action === 'fail' ? 'Domicilio cerrado' : undefined)
  return body
}
const toPreparation = ['approve', 'prepare']
const toRoad = [...toPreparation, 'dispatch']
const lotOf = async ({ portal }: Client) => (await portal.get('/stock/lots')).body.data[0]

/** A lot of 100, of which 8 are delivered, 4 in transit, 3 in the warehouse and 16 not delivered. */
async function aTracedLot() {
  const client = await warehouse.aStockedClient(100)
  await anOrder(client, 8, ...toRoad, 'deliver')
  const onTheRoad = await anOrder(client, 4, ...toRoad)
  await anOrder(client, 3, 'approve')
  await anOrder(client, 16, ...toRoad, 'fail')
  return { client, lot: await lotOf(client), onTheRoad }
}

const words = {
  en: {
    card: 'For whom it left the stock',
    row: 'Vinoteca 1 Av. San Martín 1 8 4 3 16 31 cases',
    together: 'All orders together',
    sums: [
      'Delivered 8\u00a0cases',
      'In transit 4\u00a0cases',
      'Not dispatched yet 3\u00a0cases',
      'Not delivered 16\u00a0cases',
    ],
    later: 'Vinoteca 1 Av. San Martín 1 12 none 3 16 31 cases',
    movement: /Goods out Delivered .* −8 cases/,
    exportLabel: 'Export for a recall',
    exportEntry: 'CSV for programs',
    exportedStatuses: ['received', 'delivered', 'in_warehouse', 'failed_delivery'],
  },
  es: {
    card: 'Para quién salió del stock',
    row: 'Vinoteca 1 Av. San Martín 1 8 4 3 16 31 cajas',
    together: 'Todos los pedidos juntos',
    sums: [
      'Entregado 8\u00a0cajas',
      'En camino 4\u00a0cajas',
      'Sin despachar 3\u00a0cajas',
      'No entregado 16\u00a0cajas',
    ],
    later: 'Vinoteca 1 Av. San Martín 1 12 nada 3 16 31 cajas',
    movement: /Egreso Entregado .* −8 cajas/,
    exportLabel: 'Exportar para retiro del mercado',
    exportEntry: 'CSV para planillas',
    exportedStatuses: ['Recibido', 'Entregado', 'Sin despachar', 'No entregado'],
  },
} as const

test.each(['es', 'en'] as const)(
  'the trace separates delivered goods from the others, and follows an order as it is delivered (%s)',
  async (language) => {
    const text = words[language]
    const { client, lot, onTheRoad } = await aTracedLot()
    const { page } = await visit(`/lots/${lot.id}`, { as: await client.aUser(), language })
    const recipients = page.getByRole('table', { name: text.card })
    await recipients.getByRole('row', { name: text.row }).waitFor()
    await page.getByRole('row', { name: text.movement }).waitFor()
    const sums = (await page.getByText(text.together).locator('..').textContent()) ?? ''
    for (const sum of text.sums) expect(sums).toContain(sum)
    // The trace is read again when the order moves, although the stock of the lot does not change.
    await warehouse.act(onTheRoad.id, 'deliver')
    await recipients.getByRole('row', { name: text.later }).waitFor()
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: text.exportLabel }).click()
    await page.getByRole('menuitem', { name: text.exportEntry }).click()
    const csv = (await buffer(await (await downloading).createReadStream())).toString('utf8')
    for (const status of text.exportedStatuses) expect(csv).toContain(status)
  },
)

test('the staff see the same trace for a lot of any client', async () => {
  const { lot } = await aTracedLot()
  const { page } = await visit(`/warehouse/lots/${lot.id}`, { as: await world.aStaffUser() })
  await page.getByRole('row', { name: words.en.row }).waitFor()
  const flow = page.getByRole('list', { name: 'Where it is now' })
  await flow.getByText('Not dispatched yet').waitFor()
  await flow.getByText('Left in the warehouse').waitFor()
})

test('a hold names the orders that it stops, and the client is informed', async () => {
  const client = await warehouse.aStockedClient(50)
  const approved = await anOrder(client, 2, 'approve')
  const failed = await anOrder(client, 4, ...toRoad, 'fail')
  const gone = await anOrder(client, 8, ...toRoad)
  const lot = await lotOf(client)
  const { page } = await visit(`/warehouse/lots/${lot.id}`, { as: await world.aStaffUser() })
  await page.getByRole('button', { name: 'Put on hold' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('2 orders have goods of this lot and have not left.').waitFor()
  const listed = dialog.getByRole('list', { name: 'Orders that have not left' })
  const texts = await listed.getByRole('listitem').allTextContents()
  expect(texts).toEqual([
    `${approved.order_number}ApprovedVinoteca2\u00a0cases`,
    `${failed.order_number}Not deliveredVinoteca4\u00a0cases`,
  ])
  expect(await dialog.getByText(gone.order_number).count()).toBe(0)
  expect(await listed.getByRole('link').first().getAttribute('href')).toBe(`/warehouse/orders/${approved.id}`)
  await dialog
    .getByLabel('Reason, which the client reads')
    .pressSequentially('Retiro del mercado: corcho defectuoso')
  await dialog.getByRole('button', { name: 'Put on hold' }).click()
  await dialog.waitFor({ state: 'detached' })
  // The orders stay visible on the page of the lot.
  await page.getByRole('list', { name: 'Orders that have not left' }).waitFor()
  const { body: held } = await client.portal.get('/events?type=lot.held')
  expect(held.data).toMatchObject([
    { data: { object: { lot_id: lot.id, reason: 'Retiro del mercado: corcho defectuoso' } } },
  ])
  const { page: clients } = await visit('/', { as: await client.aUser() })
  await clients.getByText(/on hold: Retiro del mercado: corcho defectuoso/).waitFor()
})

const column = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name} `) })
const statusOf = async ({ id }: Placed) => (await staff.get(`/orders/${id}`)).body.status
const lastDispatch = async (client: Client) =>
  (await staff.get(`/audit?client_id=${client.id}&action=orders.dispatch`)).body.data[0]

test('on the board, goods on hold stay unless someone gives a reason, which is recorded', async () => {
  const client = await warehouse.aStockedClient(50)
  const first = await anOrder(client, 2, ...toPreparation)
  const lot = await lotOf(client)
  await staff.patch(`/lots/${lot.id}`, { hold: true, reason: 'Corcho defectuoso' })
  const { page, expectAnswers } = await visit(`/warehouse/orders?client_id=${client.id}`, {
    as: await world.aStaffUser(),
  })
  expectAnswers('409 /api/v1/backoffice/orders/')
  const ticket = column(page, 'In preparation').getByRole('article', { name: first.order_number })
  await ticket.getByText('Lot on hold').waitFor()
  await page.locator(`article[aria-label="${first.order_number}"][aria-current="true"]`).waitFor()
  await page.keyboard.press('d')
  // The refusal does not open a dialog by itself, because the next keys are not meant for it.
  const notices = page.getByRole('region', { name: 'Notices' })
  await notices.getByText(`Goods of lots on hold: ${lot.lot_number} (Corcho defectuoso).`).waitFor()
  const dialog = page.getByRole('dialog', { name: 'Goods of a lot on hold' })
  expect(await dialog.count()).toBe(0)
  await notices.getByRole('button', { name: 'Dispatch anyway…' }).click()
  await dialog.getByText('Corcho defectuoso').waitFor()
  await dialog.getByRole('link', { name: lot.lot_number }).waitFor()
  // Confirming the dialog unchanged keeps the goods on hold.
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await ticket.waitFor()
  expect(await statusOf(first)).toBe('in_preparation')

  await notices.getByRole('button', { name: 'Dispatch anyway…' }).click()
  const anyway = dialog.getByRole('button', { name: 'Dispatch anyway' })
  expect(await anyway.isDisabled()).toBe(true)
  await dialog.getByLabel(/^Reason to dispatch anyway/).pressSequentially('Calidad lo autorizó')
  await anyway.click()
  await column(page, 'In transit').getByRole('article', { name: first.order_number }).waitFor()
  await expect.poll(() => statusOf(first)).toBe('in_transit')
  expect(await lastDispatch(client)).toMatchObject({
    subject_id: first.id,
    after: {
      reason: 'Calidad lo autorizó',
      overridden_holds: [{ lot_id: lot.id, quantity: 2, reason: 'Corcho defectuoso' }],
    },
  })
})

test('the page of an order says which of its lots are on hold, and asks for the reason there as well', async () => {
  const client = await warehouse.aStockedClient(50)
  const placed = await anOrder(client, 2, ...toPreparation)
  const lot = await lotOf(client)
  await staff.patch(`/lots/${lot.id}`, { hold: true, reason: 'Corcho defectuoso' })
  const { page, expectAnswers } = await visit(`/warehouse/orders/${placed.id}`, {
    as: await world.aStaffUser(),
    language: 'es',
  })
  expectAnswers('409 /api/v1/backoffice/orders/')
  await page.getByRole('main').getByText('Corcho defectuoso').waitFor()
  await page.getByRole('button', { name: 'Despachar', exact: true }).click()
  const notices = page.getByRole('region', { name: 'Avisos' })
  await notices.getByRole('button', { name: 'Despachar igual…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Mercadería de un lote retenido' })
  await dialog.getByText('El pedido no se despachó.').waitFor()
  await dialog.getByLabel(/^Motivo para despachar igual/).pressSequentially('Calidad lo autorizó')
  await dialog.getByRole('button', { name: 'Despachar igual' }).click()
  await expect.poll(() => statusOf(placed)).toBe('in_transit')
  expect((await lastDispatch(client)).after.reason).toBe('Calidad lo autorizó')
})
