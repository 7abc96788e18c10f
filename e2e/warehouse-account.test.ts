// The account of one client, seen by the client and by the warehouse.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { visit } from './harness/browser.ts'
import { sharedWorld } from './harness/world.ts'

const world = await sharedWorld()

async function record(page: Page, kind: string, fields: Record<string, string>) {
  await page.getByRole('button', { name: 'Record' }).click()
  await page.getByRole('menuitem', { name: kind }).click()
  const dialog = page.getByRole('dialog', { name: kind })
  for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(label).fill(value)
  return dialog
}

const save = async (dialog: Awaited<ReturnType<typeof record>>) => {
  await dialog.getByRole('button', { name: 'Record' }).click()
  await dialog.waitFor({ state: 'hidden' })
}

test('sales, payments, credit notes and a reversal add up to the balance that the client sees', async () => {
  const client = await world.aClient()
  const { page: clientPage } = await visit('/account', { as: await client.aUser() })
  await clientPage.getByText('live', { exact: true }).waitFor()
  const { page, expectAnswers } = await visit(`/warehouse/account?client_id=${client.id}`, {
    as: await world.aStaffUser(),
  })
  const balance = (amount: string) => page.getByText(amount, { exact: true }).first().waitFor()

  await page.getByText('Nothing booked yet').waitFor()
  const sale = await record(page, 'Credit sale', { Amount: '1000.50', Description: 'Almacenaje' })
  await sale.getByText('The balance goes from $ 0.00 to $ 1,000.50.').waitFor()
  await save(sale)
  await balance('$ 1,000.50')
  const payment = await record(page, 'Payment', { Amount: '400' })
  await payment.getByLabel('Payment method').selectOption('Bank transfer')
  await payment.getByText('The balance goes from $ 1,000.50 to $ 600.50.').waitFor()
  await save(payment)
  await save(await record(page, 'Credit note', { Amount: '100.25', Number: '00003-00000087' }))
  await balance('$ 500.25')
  await clientPage.getByText('$ 500.25', { exact: true }).first().waitFor()

  // The same credit note is refused the second time, with an explanation.
  expectAnswers('409 /api/v1/backoffice/credit-notes')
  const again = await record(page, 'Credit note', { Amount: '1', Number: '00003-00000087' })
  await again.getByRole('button', { name: 'Record' }).click()
  await again.getByText('This client already has a credit note with this number').waitFor()
  await again.getByRole('button', { name: 'Cancel' }).click()

  const entry = page.getByRole('row', { name: /Payment/ })
  await entry.getByRole('button', { name: 'Reverse' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reverse this payment?' })
  await dialog.getByText('−$ 400.00').waitFor()
  await dialog.getByLabel('Reason').fill('Entered twice')
  await dialog.getByRole('button', { name: 'Reverse' }).click()
  await balance('$ 900.25')
  // Neither a reversed entry nor its reversal can be reversed again.
  const rows = page.getByRole('row', { name: /Payment(?! method)/ })
  await expect.poll(() => rows.count()).toBe(2)
  expect(await rows.getByRole('button', { name: 'Reverse' }).count()).toBe(0)

  await clientPage.getByText('$ 900.25', { exact: true }).first().waitFor()
  const { body } = await client.portal.get('/balance')
  expect(body).toMatchObject({ saldo: 900.25 })
  const { body: listed } = await client.portal.get('/transactions')
  const shown = await page.getByRole('table', { name: 'Account' }).getByRole('row').count()
  expect(shown - 1).toBe(listed.data.length)
})

test('a payment is recorded under the day on which it was made, and the account runs in debit, credit and balance', async () => {
  const client = await world.aClient()
  const { page, expectAnswers } = await visit(`/warehouse/account?client_id=${client.id}`, {
    as: await world.aStaffUser(),
    language: 'es',
  })
  const recordIn = async (kind: string, amount: string, day?: string) => {
    await page.getByRole('button', { name: 'Registrar' }).click()
    await page.getByRole('menuitem', { name: kind }).click()
    const dialog = page.getByRole('dialog', { name: kind })
    await dialog.getByLabel('Importe').pressSequentially(amount)
    if (day) await dialog.getByLabel('Fecha de pago').fill(day)
    return dialog
  }
  const send = async (dialog: Awaited<ReturnType<typeof recordIn>>) => {
    await dialog.getByRole('button', { name: 'Registrar' }).click()
    await dialog.waitFor({ state: 'hidden' })
  }
  await send(await recordIn('Venta a crédito', '1.000'))
  // Cents have two digits: 12,750 could be meant as thousands, so it is refused at the field and nothing is stored.
  const paid = await recordIn('Pago', '12,750', '2026-01-31')
  await paid.getByRole('button', { name: 'Registrar' }).click()
  await paid.getByText('Como máximo 2 decimales').waitFor()
  expect((await client.portal.get('/transactions')).body.data).toHaveLength(1)
  await paid.getByLabel('Importe').fill('')
  await paid.getByLabel('Importe').pressSequentially('12,75')
  await send(paid)
  const { body } = await client.portal.get('/transactions')
  expect(body.data.map(({ amount, paid_on }: Record<string, unknown>) => [amount, paid_on])).toEqual([
    [12.75, '2026-01-31'],
    [1000, null],
  ])
  const payment = page.getByRole('row', { name: /Pago/ })
  for (const text of ['31/01/2026', '$ 12,75', '$ 987,25']) await payment.getByText(text).first().waitFor()

  // A day after today is refused at its field.
  expectAnswers('422 /api/v1/backoffice/payments')
  const late = await recordIn('Pago', '5', '2100-01-01')
  await late.getByRole('button', { name: 'Registrar' }).click()
  await late.getByText(/hoy/).first().waitFor()
  await late.getByRole('button', { name: 'Cancelar' }).click()
  expect((await client.portal.get('/transactions')).body.data).toHaveLength(2)

  await page.getByRole('link', { name: 'Cuentas' }).first().click()
  await page.getByText('Saldo de todos los clientes').waitFor()
  const { name } = (await client.portal.get('/me')).body.client
  const row = page.getByRole('row', { name: new RegExp(name) })
  await row.getByText('$ 987,25').waitFor()
})
