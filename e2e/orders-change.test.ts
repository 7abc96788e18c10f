// A pending order is changed while somebody at the warehouse looks at it.
import { expect, test } from 'vitest'
import { order } from '../server/tests/harness/warehouse.ts'
import { boardOf, isFramed, noticesOf, ticket } from './harness/board.ts'
import { visit } from './harness/browser.ts'
import { sharedWorld } from './harness/world.ts'

const world = await sharedWorld()
const { warehouse } = world

/** With 40 kg of a product in stock, and a pending order of 4 kg. */
async function aPendingOrder() {
  const client = await warehouse.aStockedClient(40, 'kg')
  const { body } = await order(client, 4, { notes: 'Por la mañana' })
  return { ...client, orderId: body.id as string, number: body.order_number as string }
}

test('the board shows a change without a reload, and an approval of what was there before is refused with what changed', async () => {
  const client = await aPendingOrder()
  const { page: board, expectAnswers } = await boardOf(client)
  await ticket(board, 'Pending', client.number).waitFor()
  await isFramed(board, client.number)

  // The client types 12,750 kg, as one does in Spanish, and that is what is stored.
  const { page } = await visit(`/orders/${client.orderId}`, { as: await client.aUser(), language: 'es' })
  await page.getByRole('link', { name: 'Cambiar el pedido' }).click()
  await page.getByRole('heading', { level: 1, name: `Cambiar el pedido ${client.number}` }).waitFor()
  const quantity = page.getByLabel(/^Cantidad de /)
  await expect.poll(() => quantity.inputValue()).toBe('4')
  await quantity.fill('50')
  // What the order has reserved itself is there for it.
  await page.getByText(/solo hay 40\skg/i).waitFor()
  await quantity.fill('12,750')
  await page.getByRole('list', { name: 'Lotes' }).getByText(/12,75/).waitFor()
  // What the board has is held back for a moment, as if the dispatcher were quicker than the stream.
  const held = Promise.withResolvers<void>()
  await board.route('**/api/v1/backoffice/queue**', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Guardar el cambio' }).click()
  await page.getByRole('heading', { name: 'Cambios' }).waitFor()
  const { body: stored } = await client.portal.get(`/orders/${client.orderId}`)
  expect(stored).toMatchObject({ revision: 2, notes: 'Por la mañana' })
  expect(stored.distribution_order_items[0].quantity).toBe(12.75)

  expectAnswers('409 /api/v1/backoffice/orders/')
  await board.keyboard.press('a')
  const refused = noticesOf(board).getByRole('alert')
  await refused.getByText(/It has changed meanwhile, and nothing was done: .*4 → 12\.75/).waitFor()
  held.resolve()
  const pending = ticket(board, 'Pending', client.number)
  await pending.getByText(/^changed/).waitFor({ timeout: 15_000 })
  await pending
    .getByText(/12\.75/)
    .first()
    .waitFor()

  // Now that it was seen, it is approved, and both sides have the list of what was changed.
  await board.keyboard.press('a')
  await ticket(board, 'Approved', client.number).waitFor()
  const changes = page.getByRole('region', { name: 'Cambios' })
  await changes.getByText(/4 → 12,75/).waitFor()
  await board.getByRole('link', { name: client.number, exact: true }).first().click()
  await board
    .getByRole('region', { name: 'Changes' })
    .getByText(/4 → 12\.75/)
    .waitFor()
})

test('of two who change an order at once, the client sees what the warehouse did, and can go on from there', async () => {
  const client = await aPendingOrder()
  const { page, expectAnswers } = await visit(`/orders/${client.orderId}/change`, {
    as: await client.aUser(),
  })
  await page.getByLabel(/^Quantity of /).fill('9')
  await page.getByRole('textbox', { name: 'Notes', exact: true }).fill('Por la tarde')

  const { page: staff } = await visit(`/warehouse/orders/${client.orderId}`, { as: await world.aStaffUser() })
  await staff.getByRole('link', { name: 'Change order' }).click()
  await staff.getByLabel(/^Quantity of /).fill('2.5')
  await staff.getByRole('button', { name: 'Save the change' }).click()
  await staff.getByText('Say why; the client reads it').waitFor()
  await staff.getByLabel('Reason, which the client reads').fill('Queda poco')
  await staff.getByRole('button', { name: 'Save the change' }).click()
  await staff
    .getByRole('region', { name: 'Changes' })
    .getByText(/4 → 2\.5/)
    .waitFor()

  // The client's form says what has happened, without a reload, and sends nothing on top of it.
  const alert = page.getByRole('alert').filter({ hasText: 'The order has changed since you began' })
  await alert.getByText('Queda poco').waitFor()
  await alert.getByText(/4 → 2\.5/).waitFor()
  expectAnswers('409 /api/v1/portal/orders/')
  await page.getByRole('button', { name: 'Save the change' }).click()
  await page.getByText('The order has changed meanwhile').waitFor()
  await alert.getByRole('button', { name: 'Take over the new state' }).click()
  await expect.poll(() => page.getByLabel(/^Quantity of /).inputValue()).toBe('2.5')
  await page.getByRole('textbox', { name: 'Notes', exact: true }).fill('Por la tarde')
  // The notice that offers to undo is over the button.
  await page.getByLabel('Your reference').press('Enter')
  await page.getByRole('region', { name: 'Changes' }).getByText('Queda poco').waitFor()
  const { body } = await client.portal.get(`/orders/${client.orderId}`)
  expect(body).toMatchObject({ revision: 3, notes: 'Por la tarde' })
  expect(body.distribution_order_items[0].quantity).toBe(2.5)
  expect(body.delivery_address).toBe('Av. San Martín 1')
})

test('the warehouse sends a pending order to another recipient, and the address follows', async () => {
  const client = await aPendingOrder()
  const { body: other } = await client.portal.post('/destinatarios', {
    name: 'Almacén Ñandú',
    address: 'Belgrano 450',
    city: 'San Rafael',
  })
  const { page } = await visit(`/warehouse/orders/${client.orderId}/change`, {
    as: await world.aStaffUser(),
    language: 'es',
  })
  const recipient = page.getByRole('combobox', { name: 'Destinatario' })
  await expect.poll(() => recipient.inputValue()).not.toBe('')
  await page.getByLabel('Calle y número').waitFor()
  // Without waiting for the list.
  await recipient.fill('nandu')
  await recipient.press('Enter')
  await expect.poll(() => recipient.inputValue()).toBe('Almacén Ñandú')
  await page.getByText('La mercadería va al domicilio de este destinatario.').waitFor()
  expect(await page.getByLabel('Calle y número').count()).toBe(0)
  await page.getByRole('textbox', { name: /^Motivo/ }).fill('Lo pidió por teléfono')
  await page.reload()
  await expect.poll(() => recipient.inputValue()).toBe('Almacén Ñandú')
  await page.getByRole('button', { name: 'Guardar el cambio' }).click()
  await page
    .getByRole('region', { name: 'Cambios' })
    .getByText('Destinatario: Vinoteca → Almacén Ñandú')
    .waitFor()
  const { body: stored } = await client.portal.get(`/orders/${client.orderId}`)
  expect(stored).toMatchObject({
    destinatario_id: other.id,
    delivery_address: 'Belgrano 450',
    delivery_city: 'San Rafael',
  })
})
