// The documentation in a browser: its frame works on every page, whatever the content is.
import type { Page } from 'playwright-core'
import { describe, expect, inject, test } from 'vitest'
import { pagePath, pageSlugs } from '../server/src/docs/contents.ts'
import { docsFiles, fileOfPage } from '../server/src/docs/sources.ts'
import { faultsByAxe } from './harness/axe.ts'
import { visit } from './harness/browser.ts'
import { walkAs } from './harness/walk.ts'
import { sharedWorld } from './harness/world.ts'

const walk = await walkAs({}, '')
const files = docsFiles()
const pages = pageSlugs.flatMap((slug) => [
  pagePath('en', slug),
  ...(files.includes(fileOfPage('es', slug)) ? [pagePath('es', slug)] : []),
])
pages.push('/docs/es/errors', '/errors/orders/insufficient-stock')

test('the interactive reference has the calls of the SDK, and leads back', async () => {
  const { page } = await visit('/docs/reference/')
  // Each word is an element of its own.
  await expect.poll(() => page.locator('body').textContent()).toMatch(/anden\.[\w.]+\(/)
  // Of the rules of axe, those about what is ours: the page around the reference.
  const ofPage = ['html-has-lang', 'html-lang-valid', 'document-title', 'meta-viewport', 'link-name']
  expect(await faultsByAxe(page, ...ofPage)).toEqual([])
  await page.getByRole('link', { name: '← Documentation' }).click()
  await page.waitForURL('**/docs/en/')
})

/** Ids that occur twice, and controls that name an element that does not exist. */
const faultsOfIds = `(() => {
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
  const controls = [...document.querySelectorAll('[aria-controls]')].map((one) => one.getAttribute('aria-controls'))
  return [...ids.filter((id, index) => ids.indexOf(id) !== index), ...controls.filter((id) => !ids.includes(id))]
})()`

test.each(pages)('%s: search, theme and menu work', async (path) => {
  const { page } = walk
  await page.setViewportSize({ width: 390, height: 800 })
  await walk.load(path)
  expect.soft(await page.evaluate(faultsOfIds), 'ids').toEqual([])
  const theme = () => page.evaluate(`document.documentElement.dataset.theme`)
  const before = await theme()
  await page.locator('button.theme').click()
  expect.soft(await theme(), 'theme').not.toBe(before)
  await page.locator('button.menu').click()
  expect.soft(await page.locator('nav.contents').isVisible(), 'menu').toBe(true)
  await page.keyboard.press('Escape')
  expect.soft(await page.locator('nav.contents').isVisible(), 'menu after Escape').toBe(false)
  await page.keyboard.press('Control+k')
  await page.locator('dialog input').fill('webhook')
  await page.locator('dialog [role=option]').first().waitFor()
  await page.keyboard.press('Escape')
  expect.soft(await overlapsOfCopy(page), 'buttons over code').toEqual([])
  expect.soft(await page.evaluate('document.documentElement.scrollWidth'), 'width').toBe(390)
})

// Of each kind of page, one in each theme.
test.each([
  ['a guide', '/docs/es/guides/orders'],
  ['a guide with tables', '/docs/en/guides/errors'],
  ['the quick start', '/docs/es/quick-start'],
  ['a page with pictures', '/docs/es/warehouse/orders'],
  ['a reference on one page', '/docs/en/reference/portal'],
  ['the list of errors', '/docs/es/errors'],
  ['an error', '/errors/orders/insufficient-stock'],
  ['the front page', '/docs/en/'],
])('%s has no faults by axe', async (_, path) => {
  const { page } = await visit(path)
  expect.soft(await faultsByAxe(page), 'light').toEqual([])
  await page.locator('button.theme').click()
  expect.soft(await faultsByAxe(page, 'color-contrast'), 'dark').toEqual([])
})

/** The text of copy buttons that cover the code beside them. */
const overlapsOfCopy = (page: Page) =>
  page.evaluate<string[]>(`[...document.querySelectorAll('button.copy')]
    .filter((button) => {
      const code = button.closest('figure').querySelector('pre').getBoundingClientRect()
      const { bottom } = button.getBoundingClientRect()
      return bottom > code.top + 0.5
    })
    .map((button) => button.closest('figure').textContent.slice(0, 40))`)

describe('tabs', () => {
  const path = '/docs/en/guides/verify-webhooks'

  test('show one language, by mouse and by keys, and remember it', async () => {
    const { page } = await visit(path)
    const tab = (name: string) => page.getByRole('tab', { name, exact: true })
    await expect.poll(() => tab('TypeScript').getAttribute('aria-selected')).toBe('true')
    await tab('Python').click()
    await page.getByText('def verify_webhook').waitFor()
    expect(await page.getByRole('tabpanel').count()).toBe(1)
    await page.keyboard.press('ArrowRight')
    expect(await tab('PHP').getAttribute('aria-selected')).toBe('true')
    expect(await faultsByAxe(page)).toEqual([])
    await page.goto('/docs/es/guides/verify-webhooks')
    await expect.poll(() => tab('PHP').getAttribute('aria-selected')).toBe('true')
  })

  test('open for a link to one of them', async () => {
    const { page } = await visit(`${path}#go`)
    await expect
      .poll(() => page.getByRole('tab', { name: 'Go', exact: true }).getAttribute('aria-selected'))
      .toBe('true')
  })

  test('stand below each other without scripts', async () => {
    const html = await (await fetch(inject('url') + path)).text()
    expect(html).toContain('<h3 id="python">')
    expect(html).not.toMatch(/<section[^>]* hidden/)
  })
})

test('a block is copied as it is', async () => {
  const { page, context } = await visit('/docs/en/guides/webhooks')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const code = page.locator('figure.code', { has: page.locator('button.copy') }).first()
  await code.getByRole('button', { name: 'Copy' }).click()
  await code.getByRole('button', { name: 'Copied' }).waitFor()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(await code.locator('code').textContent())
})

test('the search finds other forms of a word, and the pages of clients first', async () => {
  const { page } = await visit('/docs/es/')
  await page.keyboard.press('/')
  const found = page.locator('dialog [role=option] a')
  await page.getByRole('combobox').fill('cancelando pedidos')
  await expect.poll(() => found.count()).toBeGreaterThan(0)
  expect(await found.first().getAttribute('href')).toMatch(/^\/docs\/es\/(guides|concepts|errors)\//)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/docs\/es\/(guides|concepts|errors)\//)
})

describe('the dashboard', () => {
  test.each([
    ['/warehouse', 'warehouse/first-day'],
    ['/warehouse/orders', 'warehouse/orders'],
    ['/warehouse/receive', 'warehouse/receiving'],
    ['/warehouse/counts', 'warehouse/counting'],
    ['/warehouse/account', 'warehouse/money'],
  ])('leads from %s to its page, with pictures, in the language of the person', async (path, slug) => {
    const world = await sharedWorld()
    const staff = await world.aStaffUser()
    const { page } = await visit(path, { as: staff, language: 'es' })
    const link = page.getByRole('link', { name: 'Documentación de esta página' })
    expect(await link.getAttribute('href')).toBe(`/docs/es/${slug}`)
    await page.goto(`/docs/es/${slug}`)
    const width = `document.querySelector('article img')?.naturalWidth ?? 0`
    await expect.poll(() => page.evaluate<number>(width)).toBeGreaterThan(0)
  })
})
