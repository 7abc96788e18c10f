// Street and city belong together, and the warehouse learns of an order without an address before it has to deliver it.
import { expect, test } from 'vitest'
import { order } from '../server/tests/harness/warehouse.ts'
import { type Visit, visit } from './harness/browser.ts'
import { sharedWorld } from './harness/world.ts'

const world = await sharedWorld()
const { warehouse } = world

type Client = Awaited<ReturnType<typeof warehouse.aStockedClient>>

const texts = {
  en: {
    recipient: 'Recipient',
    product: 'SKU or name',
    quantity: 'Quantity',
    another: 'Deliver to another address',
    street: 'Street and number',
    city: 'City',
    province: 'Province',
    place: 'Place the order',
    noStreet: 'Street and number are missing',
    noCity: 'The city is missing',
  },
  es: {
    recipient: 'Destinatario',
    product: 'SKU o nombre',
    quantity: 'Cantidad',
    another: 'Entregar en otra dirección',
    street: 'Calle y número',
    city: 'Localidad',
    province: 'Provincia',
    place: 'Hacer el pedido',
    noStreet: 'Faltan la calle y el número',
    noCity: 'Falta la localidad',
  },
} as const

async function aForm(client: Client, recipient: string, language: 'en' | 'es') {
  const visited = await visit('/orders/new', { as: await client.aUser(), language })
  const { page } = visited
  const words = texts[language]
  await page.getByLabel(words.recipient).pressSequentially(recipient.slice(0, 4))
  await page.getByRole('option', { name: recipient }).click()
  await page.getByPlaceholder(words.product).pressSequentially('SKU')
  await page.getByRole('option', { name: /Producto/ }).click()
  await page.getByPlaceholder(words.quantity, { exact: true }).pressSequentially('1')
  return visited
}

async function placed({ page }: Visit, client: Client) {
  await page.getByRole('heading', { level: 1, name: /^PED-/ }).waitFor()
  const { body } = await client.portal.get(`/orders/${page.url().split('/').at(-1)}`)
  return [body.delivery_address, body.delivery_city, body.delivery_province, body.delivery_contact]
}

test.each(['es', 'en'] as const)(
  'a different address needs street and city, and takes nothing from the recipient (%s)',
  async (language) => {
    const client = await warehouse.aStockedClient(10)
    await client.portal.post('/destinatarios', {
      name: 'Almacén Palermo',
      address: 'Gorriti 5120',
      city: 'CABA',
      province: 'Buenos Aires',
      phone: '11 5555',
    })
    const words = texts[language]
    const visited = await aForm(client, 'Almacén Palermo', language)
    const { page } = visited
    await page.getByLabel(words.another).check()
    await page.getByLabel(words.city).pressSequentially('Rosario')
    await page.getByRole('button', { name: words.place }).click()
    await page.getByText(words.noStreet).waitFor()
    expect(await page.getByText(words.noCity).count()).toBe(0)
    expect((await client.portal.get('/orders')).body.data).toEqual([])
    await page.getByLabel(words.street).pressSequentially('Belgrano 10')
    await page.getByRole('button', { name: words.place }).click()
    expect(await placed(visited, client)).toEqual([
      'Belgrano 10',
      'Rosario',
      null,
      'Almacén Palermo, 11 5555',
    ])
  },
)

test('the form asks for an address if the recipient has none, and not if it collects the goods', async () => {
  const client = await warehouse.aStockedClient(10)
  await client.portal.post('/destinatarios', { name: 'Feria sin calle', city: 'Maipú' })
  const visited = await aForm(client, 'Feria sin calle', 'en')
  const { page } = visited
  await page.getByText('This recipient has no address.').waitFor()
  await page.getByRole('button', { name: 'Place the order' }).click()
  await page.getByText('Street and number are missing').waitFor()
  await page.getByText('The city is missing').waitFor()
  await page.getByLabel('Street and number').pressSequentially('Ruta 60 km 2')
  await page.getByLabel('City').pressSequentially('Maipú')
  await page.getByRole('button', { name: 'Place the order' }).click()
  expect(await placed(visited, client)).toEqual(['Ruta 60 km 2', 'Maipú', null, 'Feria sin calle'])

  const collected = await aForm(client, 'Feria sin calle', 'en')
  await collected.page.getByText('This recipient has no address.').waitFor()
  await collected.page.getByText('Collected', { exact: true }).click()
  await collected.page.getByRole('button', { name: 'Place the order' }).click()
  expect(await placed(collected, client)).toEqual([null, null, null, null])
})

test('an order without an address is marked on its ticket and before it is approved', async () => {
  const client = await warehouse.aStockedClient(10)
  const { body: nowhere } = await client.portal.post('/destinatarios', { name: 'Feria sin calle' })
  const { body: lost } = await order({ ...client, destinatarioId: nowhere.id }, 1)
  const { body: known } = await order(client, 1)
  const { page } = await visit(`/warehouse/orders?client_id=${client.id}`, {
    as: await world.aStaffUser(),
    language: 'es',
  })
  await page.getByRole('article', { name: lost.order_number }).getByText('sin dirección').waitFor()
  const other = page.getByRole('article', { name: known.order_number })
  await other.waitFor()
  expect(await other.getByText('sin dirección').count()).toBe(0)
  await page.goto(`/warehouse/orders/${lost.id}`)
  await page.getByText('sin dirección').waitFor()
  await page.getByRole('button', { name: 'Aprobar' }).waitFor()
})
