// A person who visits many pages in one tab, with one test per page. The browser keeps its caches and compiled code, so
// a page loads in less than half the time (docs/decisions/0014-dashboard.md).

import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { afterAll, expect, onTestFinished } from 'vitest'
import { keepPicture, openBrowser, type Visitor } from './browser.ts'

export type Walk = {
  page: Page
  /** Loads the page at this address with a full page load. */
  load(address: string): Promise<void>
  /** Navigates as a link does, so that only the code of the page itself is loaded. */
  moveTo(address: string): Promise<void>
}

/** For `beforeScripts`: adds up how far things move by themselves, in `window.layoutShift`. */
export const sumLayoutShifts = `window.layoutShift = 0
new PerformanceObserver((list) => {
  for (const { hadRecentInput, value } of list.getEntries()) if (!hadRecentInput) window.layoutShift += value
}).observe({ type: 'layout-shift', buffered: true })`

/** Of a page, at most. */
export const maxLayoutShift = 0.01

/** `beforeScripts` runs in every document before its own scripts. */
export async function walkAs(visitor: Visitor, beforeScripts: string): Promise<Walk> {
  const { context, takeFaults } = await openBrowser(visitor)
  await context.addInitScript({ content: beforeScripts })
  const page = await context.newPage()
  afterAll(() => context.close())
  const watchTest = () =>
    onTestFinished(async ({ task }) => {
      if (task.result?.state === 'fail') await keepPicture(page, task.name)
      expect(takeFaults()).toEqual([])
    })

  async function load(address: string) {
    watchTest()
    await page.goto(address)
    await settled(page)
  }

  async function moveTo(address: string) {
    // The pages of a sandbox are not those of the live data: no link within a page leads from one to the other.
    if (page.url() === 'about:blank' || isOfSandbox(page.url()) !== isOfSandbox(address))
      return await load(address)
    watchTest()
    await page.evaluate(leaveFor(address))
    await expect
      .poll(() => page.evaluate(hasLeft), { message: 'the heading before', interval: 20 })
      .toBe(true)
    await settled(page)
  }
  return { page, load, moveTo }
}

const isOfSandbox = (address: string) =>
  new URL(address, 'http://anden.invalid').pathname.startsWith('/sandbox/')

/** The router reacts to the history event. The next page has a new heading element. */
const leaveFor = (address: string) => `window.headingBefore = document.querySelector('h1')
history.pushState({}, '', ${JSON.stringify(address)})
dispatchEvent(new PopStateEvent('popstate'))`
const hasLeft = `!window.headingBefore?.isConnected`

/** Hidden elements are ignored, because a column that a phone does not show never loads. */
const isSettled = `document.fonts.status === 'loaded' &&
  [...document.querySelectorAll('main [aria-busy="true"], main .mantine-Skeleton-root')]
    .every((loading) => !loading.checkVisibility())`

/** Waits until the page shows its heading and nothing is loading. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  // waitForFunction would evaluate a string in the page, which the content security policy forbids.
  while (!(await page.evaluate<boolean>(isSettled))) await delay(20)
}
