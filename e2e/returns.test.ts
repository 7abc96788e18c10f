// Goods of a delivered order come back: expected by hand, received by scan on a phone, and shown to the client. Every figure is
// compared with what is stored.
import { expect, test } from 'vitest'
import { deliver } from '../server/tests/harness/return-data.ts'
import { visit } from './harness/browser.ts'
import { settled } from './harness/walk.ts'
import { sharedWorld } from './harness/world.ts'

const world = await sharedWorld()
const { warehouse } = world
const phone = { width: 390, hasTouch: true, language: 'es' } as const
const malbec = '7791234567898'
const torrontes = '7790895000997'

/** Delivered: 6 boxes of Malbec and 12.75 kg of olives. */
async function aDelivery() {
  const client = await world.aClient()
  const destinatarioId = await warehouse.aDestinatario(client)
  const product = async (sku: string, more: object) => {
    const given = { sku, name: `Producto ${sku}`, unit_type: 'caja', ...more }
    const { body, status, text } = await warehouse.staff.post(`/clients/${client.id}/products`, given)
    if (status !== 201) throw new Error(text)
    return body.id as string
  }
  const malbecId = await product('MAL-750', { name: 'Malbec 750 ml', gtin: malbec })
  const olivesId = await product('ACE-GRA', { name: 'Aceitunas a granel', unit_type: 'kg' })
  await product('TOR-750', { name: 'Torrontés 750 ml', gtin: torrontes })
  await warehouse.receive(
    client.id,
    { product_id: malbecId, quantity: 20, lot_number: 'L-1', expiry_date: '2031-03-31' },
    { product_id: olivesId, quantity: 40, lot_number: 'O-1' },
  )
  const orderId = await deliver(warehouse, { ...client, destinatarioId, productId: malbecId }, [
    { product_id: malbecId, quantity: 6 },
    { product_id: olivesId, quantity: 12.75 },
  ])
  return { client, malbecId, olivesId, orderId }
}

test('goods that come back are expected by hand, and received by scan', async () => {
  const { client, malbecId, olivesId, orderId } = await aDelivery()
  const as = await world.aStaffUser()
  const { page } = await visit(`/warehouse/orders/${orderId}`, { ...phone, as })
  const says = (text: string) => page.locator('strong').getByText(text).waitFor()
  const scan = async (code: string) => {
    await page.keyboard.type(code)
    await page.keyboard.press('Enter')
  }
  const field = (name: string) => page.getByRole('textbox', { name })

  // Expected by hand: 3 boxes, and half a kilogram that is typed key by key.
  await page.getByRole('link', { name: 'Vuelve mercadería' }).tap()
  await field('Cantidad de Malbec 750 ml, lote L-1').pressSequentially('3')
  await field('Cantidad de Aceitunas a granel, lote O-1').pressSequentially('0,5')
  await page
    .getByRole('combobox', { name: 'Motivo de Aceitunas a granel, lote O-1' })
    .selectOption({ label: 'Rechazado' })
  await page.getByRole('button', { name: 'Esperar la mercadería' }).tap()
  await page.getByRole('heading', { name: 'DEV-000001' }).waitFor()
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const stored = async () => (await warehouse.staff.get(`/returns/${id}`)).body
  expect((await stored()).items).toMatchObject([
    { product_id: malbecId, expected: 3, reason: 'damaged' },
    { product_id: olivesId, expected: 0.5, reason: 'refused' },
  ])

  // Two go back to stock. What is not in the return counts nothing, and says so.
  await settled(page)
  await scan(malbec)
  await says('Al stock: 1 caja')
  await scan(malbec)
  await scan(torrontes)
  await says('No está en esta devolución')
  await page.getByText('Torrontés 750 ml').waitFor()
  expect(await field('Al stock: Malbec 750 ml, L-1').inputValue()).toBe('2')

  // The third is broken; there is no fourth.
  await page.getByText('Dar de baja', { exact: true }).first().tap()
  await scan('mal-750')
  await says('Dar de baja: 1 caja')
  await scan(malbec)
  await says('Más de lo que se espera')
  expect(await field('Dar de baja: Malbec 750 ml, L-1').inputValue()).toBe('1')

  // What was counted survives a reload. Weighed goods are typed.
  await page.reload()
  await settled(page)
  await field('Retener: Aceitunas a granel, O-1').pressSequentially('0,5')
  await page.getByRole('button', { name: 'Recibir', exact: true }).tap()
  await page.getByText('Recibida', { exact: true }).first().waitFor()
  expect(await stored()).toMatchObject({
    status: 'received',
    items: [
      { received: 3, restocked: 2, held: 0, written_off: 1, disposition: null },
      { received: 0.5, restocked: 0, held: 0.5, written_off: 0, disposition: 'hold' },
    ],
  })
  const stock = async (productId: string) => (await client.portal.get(`/stock/${productId}`)).body
  expect(await stock(malbecId)).toMatchObject({ quantity: 16, available_quantity: 16 })
  expect(await stock(olivesId)).toMatchObject({ quantity: 27.75, available_quantity: 27.25 })

  const own = await visit(`/returns/${id}`, { language: 'es', as: await client.aUser() })
  await settled(own.page)
  const [first, second] = await own.page.getByRole('table', { name: 'Productos' }).locator('tbody tr').all()
  expect(await first?.textContent()).toMatch(/Malbec.*3\scajas.*2\scajas.*1\scaja/)
  expect(await second?.textContent()).toMatch(/Aceitunas.*0,5.*kg.*0,5.*kg/)
})
