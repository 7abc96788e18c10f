import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { browser } from '../server/tests/harness/browser.ts'
import { codeAt, testPassword } from '../server/tests/harness/people.ts'
import { visit } from './harness/browser.ts'
import { linkMailedTo } from './harness/mail.ts'
import { sharedWorld } from './harness/world.ts'

const world = await sharedWorld()
const client = await world.aClient()

async function enterPassword(page: Page, email: string, password = testPassword) {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

const signedInAs = (page: Page) => page.getByRole('button', { name: 'Your account: Ana' }).waitFor()

describe('signing in with a password', () => {
  test('opens the requested page, and signs out again', async () => {
    const { email } = await client.aPersonWithPassword()
    const { page } = await visit('/destinatarios?name=sur')
    await enterPassword(page, email)
    await signedInAs(page)
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/destinatarios?name=sur')
    expect(await page.evaluate('document.cookie'), 'what scripts can read').toBe('')

    await page.getByRole('button', { name: 'Your account: Ana' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.goto('/destinatarios')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  })

  test('reports a wrong password, and keeps the e-mail address', async () => {
    const { email } = await client.aPersonWithPassword()
    const { page, expectAnswers } = await visit('/sign-in')
    expectAnswers('401 /api/auth/sign-in/email')
    await enterPassword(page, email, 'not this one')
    await page.getByRole('alert').waitFor()
    expect(await page.getByLabel('E-mail').inputValue()).toBe(email)
  })
})

describe('signing in with a second factor', () => {
  /** A person who has turned on the second factor with the current code, which is therefore used up. */
  async function aCarefulPerson() {
    const person = await client.aPersonWithPassword()
    const own = browser(world.url)
    await own.signIn(person.email, testPassword)
    const { body } = await own.post('/api/auth/two-factor/enable', { password: testPassword })
    const secret = new URL(body.totpURI).searchParams.get('secret') ?? ''
    // The current code, because the previous one would be refused if the period ended before it arrives.
    await own.post('/api/auth/two-factor/verify-totp', { code: codeAt(secret) })
    return { ...person, secret, recoveryCodes: body.backupCodes as string[] }
  }

  test('asks for the code, and refuses a wrong one', async () => {
    const { email, secret } = await aCarefulPerson()
    const { page, expectAnswers } = await visit('/sign-in')
    expectAnswers('401 /api/auth/two-factor/verify-totp')
    await enterPassword(page, email)
    await page.getByLabel('Code').fill('000000')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('alert').waitFor()
    await page.getByLabel('Code').fill(codeAt(secret, 1))
    await page.getByRole('button', { name: 'Continue' }).click()
    await signedInAs(page)
  })

  test('takes a recovery code instead', async () => {
    const { email, recoveryCodes } = await aCarefulPerson()
    const { page } = await visit('/sign-in')
    await enterPassword(page, email)
    await page.getByRole('button', { name: 'Use a recovery code instead' }).click()
    await page.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '')
    await page.getByRole('button', { name: 'Continue' }).click()
    await signedInAs(page)
  })
})

test('a forgotten password is reset with a mailed link, which works once', async () => {
  const { email } = await client.aPersonWithPassword()
  const { page, expectAnswers } = await visit('/sign-in')
  expectAnswers('400 /api/auth/describe-link')
  await page.getByRole('link', { name: 'I forgot my password' }).click()
  // The previous page has a field of the same name, which stays until this page is loaded.
  await page.getByRole('heading', { name: 'Reset your password' }).waitFor()
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await page.getByText('is on its way').waitFor()

  const link = await linkMailedTo(email)
  const choose = async (password: string) => {
    await page.goto(link)
    await page.getByLabel('New password').fill(password)
    await page.getByRole('button', { name: 'Save the password' }).click()
  }
  await choose('otra clave larga y única')
  await page.getByRole('link', { name: 'Sign in' }).click()
  await enterPassword(page, email, 'otra clave larga y única')
  await signedInAs(page)
  await page.goto(link)
  await page.getByRole('heading', { name: 'This link no longer works' }).waitFor()
})

test.each(['//evil.example/', 'https://evil.example/', '/.//evil.example'])(
  'signing in never leads to another site: %s',
  async (next) => {
    const { email } = await client.aPersonWithPassword()
    const { page } = await visit(`/sign-in?next=${encodeURIComponent(next)}`)
    await enterPassword(page, email)
    await signedInAs(page)
    expect(new URL(page.url()).origin).toBe(new URL(world.url).origin)
  },
)

test.each(['client', 'warehouse'] as const)(
  'a local demo is entered as the %s with one click',
  async (side) => {
    const { page } = await visit('/sign-in')
    // The staff are unknown to the portal, which is asked first.
    await page.getByRole('button', { name: `Enter as the ${side}` }).click()
    await page.getByRole('button', { name: /^Your account/ }).waitFor()
  },
)
