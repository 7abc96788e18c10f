// Rules for every dialog: how it is confirmed, and that it sends one request.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { order } from '../server/tests/harness/warehouse.ts'
import { boardOf, isFramed, noticesOf, ordersOf } from './harness/board.ts'
import { type Visit, visit } from './harness/browser.ts'
import { settled } from './harness/walk.ts'
import { sharedWorld } from './harness/world.ts'

const { warehouse, aStaffUser } = await sharedWorld()

type Stocked = Awaited<ReturnType<typeof warehouse.aStockedClient>>

type Dialog = {
  name: string
  /** Opens the dialog and fills it in. The focus is then in its last field. */
  open: (client: Stocked) => Promise<Visit>
  /** The button that confirms the dialog. */
  button: string
  /** The request that the dialog sends. */
  sends: `${'POST' | 'PATCH' | 'DELETE'} ${string}`
}

const dialogs: Dialog[] = [
  {
    name: 'a reason of several lines, at the board',
    open: async (client) => {
      const [first] = await ordersOf(client, 1)
      const visited = await boardOf(client)
      await isFramed(visited.page, first?.order_number ?? '')
      await visited.page.keyboard.press('x')
      await typeInto(visited.page, 'Reason', 'averiado')
      return visited
    },
    button: 'Reject',
    sends: 'PATCH /backoffice/orders/',
  },
  {
    name: 'an optional reason, of a client who cancels',
    open: async (client) => {
      const { body } = await order(client, 1)
      const visited = await visit(`/orders/${body.id}`, { as: await client.aUser() })
      await visited.page.getByRole('button', { name: 'Cancel order' }).click()
      await typeInto(visited.page, 'Reason', 'duplicado')
      return visited
    },
    button: 'Cancel the order',
    sends: 'PATCH /portal/orders/',
  },
  {
    name: 'a form: a payment',
    open: async (client) => {
      const visited = await visit(`/warehouse/account?client_id=${client.id}`, { as: await aStaffUser() })
      await visited.page.getByRole('button', { name: 'Record' }).click()
      await visited.page.getByRole('menuitem', { name: 'Payment' }).click()
      await typeInto(visited.page, 'Amount', '1500')
      return visited
    },
    button: 'Record',
    sends: 'POST /backoffice/payments',
  },
  {
    name: 'a name that has to be typed: a key is revoked',
    open: async (client) => {
      const visited = await visit('/developers/keys', { as: await client.aUser() })
      await visited.page.getByRole('button', { name: 'Actions for test' }).click()
      await visited.page.getByRole('menuitem', { name: 'Revoke…' }).click()
      await typeInto(visited.page, 'Type “test” to confirm', 'test')
      return visited
    },
    button: 'Revoke',
    sends: 'DELETE /portal/keys/',
  },
  {
    name: 'without a field: a recipient is deleted',
    open: async (client) => {
      const visited = await visit(`/destinatarios/${client.destinatarioId}`, { as: await client.aUser() })
      await visited.page.getByRole('button', { name: 'Delete' }).click()
      await visited.page.getByRole('dialog').waitFor()
      return visited
    },
    button: 'Delete',
    sends: 'DELETE /portal/destinatarios/',
  },
]

/** Types into the field that the dialog has focused. */
async function typeInto(page: Page, label: string, text: string) {
  const field = page.getByRole('dialog').getByLabel(label)
  await field.waitFor()
  await expect.poll(() => field.evaluate((input) => input.matches(':focus'))).toBe(true)
  await page.keyboard.type(text)
}

/** Counts how often the page sends this request. */
function countOf(page: Page, sends: string): () => number {
  const [method = '', path = ''] = sends.split(' ')
  let count = 0
  page.on('request', (request) => {
    if (request.method() === method && request.url().includes(path)) count += 1
  })
  return () => count
}

/** Waits until a field or the confirming button has the focus, and not the close button. */
const dialogIsReady = (page: Page, button: string) =>
  expect
    .poll(() => page.evaluate('document.activeElement?.closest("[role=dialog] form") !== null'))
    .toBe(true)
    .then(() => page.getByRole('dialog').getByRole('button', { name: button, exact: true }).waitFor())

const ways = ['Enter', 'Control+Enter', 'a double click'] as const

test.each(dialogs.flatMap((dialog) => ways.map((way) => ({ ...dialog, way }))))(
  '$name: $way confirms it, and sends one request',
  async ({ open, button, sends, way }) => {
    const { page } = await open(await warehouse.aStockedClient())
    const sent = countOf(page, sends)
    await dialogIsReady(page, button)
    if (way === 'a double click')
      await page.getByRole('dialog').getByRole('button', { name: button, exact: true }).dblclick()
    else {
      await page.keyboard.press(way)
      // A second press by mistake must not reach any other button.
      await page.keyboard.press(way)
    }
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await settled(page)
    expect(sent()).toBe(1)
  },
)

test('Shift-Enter inserts a line break in a reason', async () => {
  const client = await warehouse.aStockedClient()
  const { body } = await order(client, 1)
  const { page } = await visit(`/orders/${body.id}`, { as: await client.aUser() })
  await page.getByRole('button', { name: 'Cancel order' }).click()
  await typeInto(page, 'Reason', 'duplicado')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('ver el otro')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  const stored = await client.portal.get(`/orders/${body.id}`)
  expect(stored.body).toMatchObject({ status: 'cancelled', status_reason: 'duplicado\nver el otro' })
})

test('a double click on a button outside of a dialog sends one request', async () => {
  const client = await warehouse.aStockedClient()
  const [order] = await ordersOf(client, 1)
  await warehouse.act(order?.id ?? '', 'approve')
  const { body } = await client.portal.get('/remitos?type=egreso')
  const { page } = await visit(`/remitos/${body.data[0].id}`, { as: await client.aUser() })
  await settled(page)
  let documents = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith('/pdf')) documents += 1
  })
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download PDF' }).dblclick()
  await download
  await settled(page)
  expect(documents).toBe(1)
})

test('a problem that is out of sight is also shown as a notice, until it is visible', async () => {
  const client = await warehouse.aStockedClient()
  const placed = await ordersOf(client, 25)
  for (const { id } of placed.slice(0, 1)) await warehouse.act(id, 'approve')
  const { page, expectAnswers } = await boardOf(client)
  expectAnswers('500 /api/v1/backoffice/remitos/pdf')
  await page.route('**/backoffice/remitos/pdf*', (route) =>
    route.fulfill({
      status: 500,
      contentType: 'application/problem+json',
      headers: { 'x-request-id': 'req_printed' },
      body: JSON.stringify({
        type: 'about:blank',
        title: 'The printer is on fire',
        status: 500,
        code: 'test/fire',
      }),
    }),
  )
  await isFramed(page, placed[1]?.order_number ?? '')
  await page.keyboard.press('ArrowRight')
  await isFramed(page, placed[0]?.order_number ?? '')
  await page.evaluate('window.scrollTo(0, document.body.scrollHeight)')
  await page.keyboard.press('r')
  const note = page.getByRole('main').getByRole('alert')
  await note.getByText('The printer is on fire').waitFor()
  const notice = noticesOf(page).getByText('The printer is on fire')
  await notice.waitFor()
  await page.evaluate('window.scrollTo(0, 0)')
  await notice.waitFor({ state: 'hidden' })
  await note.waitFor()
})
