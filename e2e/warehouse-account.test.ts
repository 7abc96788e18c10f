// The account of one client, seen by the client and by the warehouse.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { visit } from './harness/visit.ts'
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
  await payment.getByLabel('How').selectOption('Bank transfer')
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
  const rows = page.getByRole('row', { name: /Payment/ })
  await expect.poll(() => rows.count()).toBe(2)
  expect(await rows.getByRole('button', { name: 'Reverse' }).count()).toBe(0)

  await clientPage.getByText('$ 900.25', { exact: true }).first().waitFor()
  const { body } = await client.portal.get('/balance')
  expect(body).toMatchObject({ saldo: 900.25 })
  const { body: listed } = await client.portal.get('/transactions')
  const shown = await page.getByRole('table', { name: 'Account' }).getByRole('row').count()
  expect(shown - 1).toBe(listed.data.length)
})
