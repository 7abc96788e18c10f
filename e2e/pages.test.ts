// What holds for every page, whatever it shows.
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { distOf } from '../server/src/dashboard/build.ts'
import { ownWorkspace } from '../server/src/dashboard/open.ts'
import { addressOf, type DashboardPage, dashboardPages } from './harness/pages.ts'
import { settled } from './harness/settled.ts'
import { visit } from './harness/visit.ts'
import { sharedWorld } from './harness/world.ts'

/** Gzipped, of all scripts that a page loads. */
const firstPageBytes = 220_000
const furtherPageBytes = 60_000
const layoutShift = 0.01
const phoneWidth = 390

const world = await sharedWorld()
const people = { nobody: undefined, client: await world.demo.aUser(), staff: await world.aStaffUser() }
const assets = join(distOf(ownWorkspace), 'assets')
const gzipped = new Map(
  readdirSync(assets)
    .filter((name) => name.endsWith('.js.gz'))
    .map((name) => [name.replace(/\.gz$/, ''), statSync(join(assets, name)).size]),
)
let firstPage: Promise<string[]> | undefined

test('the first page is small', { timeout: 60_000 }, async () => {
  const size = sizeOf(await scriptsOfFirstPage())
  expect(size).toBeGreaterThan(100_000)
  expect(size).toBeLessThanOrEqual(firstPageBytes)
})

const missing: DashboardPage = { route: '/no-such-page', for: 'client' }

test.each([...dashboardPages, missing])(
  '$route: for everyone, on a phone, without jumps, small',
  async (dashboardPage) => {
    const { page } = await open(dashboardPage)
    expect.soft(await page.evaluate<number>('window.layoutShift'), 'layout shift').toBeLessThan(layoutShift)
    const known = await scriptsOfFirstPage()
    const further = (await scriptsOf(page)).filter((script) => !known.includes(script))
    expect.soft(sizeOf(further), 'script').toBeLessThanOrEqual(furtherPageBytes)
    expect.soft(await faultsByAxe(page), 'by axe').toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    // The page hears of it, and changes its colours, a moment later.
    const theme = () => page.evaluate("document.documentElement.getAttribute('data-mantine-color-scheme')")
    await expect.poll(theme, { message: 'theme' }).toBe('dark')
    // Of all rules, only this one depends on the theme.
    expect.soft(await faultsByAxe(page, 'color-contrast'), 'by axe, dark').toEqual([])
    await page.setViewportSize({ width: phoneWidth, height: 800 })
    // Charts follow the width after a moment.
    const width = () => page.evaluate('document.documentElement.scrollWidth')
    await expect.poll(width, { message: 'width' }).toBe(phoneWidth)
  },
)

async function open(dashboardPage: DashboardPage) {
  const person = people[dashboardPage.for]
  const visited = await visit('about:blank', { as: person })
  await visited.page.addInitScript({ content: sumLayoutShifts })
  await visited.page.goto(await addressOf(dashboardPage, (person ?? people.client).api))
  await settled(visited.page)
  return visited
}

const sumLayoutShifts = `window.layoutShift = 0
new PerformanceObserver((list) => {
  for (const { hadRecentInput, value } of list.getEntries()) if (!hadRecentInput) window.layoutShift += value
}).observe({ type: 'layout-shift', buffered: true })`

async function scriptsOf(page: Page): Promise<string[]> {
  const urls = await page.evaluate<string[]>(
    `performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)`,
  )
  return [...new Set(urls)].filter((url) => url.endsWith('.js')).map((url) => url.replace('/assets/', ''))
}

function scriptsOfFirstPage(): Promise<string[]> {
  firstPage ??= open({ route: '/', for: 'client' }).then(({ page }) => scriptsOf(page))
  return firstPage
}

const sizeOf = (scripts: readonly string[]) =>
  scripts.reduce((sum, name) => sum + (gzipped.get(name) ?? Number.NaN), 0)

async function faultsByAxe(page: Page, ...rules: string[]): Promise<string[]> {
  await page.evaluate('Promise.allSettled(document.getAnimations().map((animation) => animation.finished))')
  const axe = new AxeBuilder({ page }).setLegacyMode()
  const { violations } = await (rules.length > 0 ? axe.withRules(rules) : axe).analyze()
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help} at ${target.join(' ')}: ${failureSummary}`),
  )
}
