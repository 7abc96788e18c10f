// A person who visits many pages in one tab, with one test per page. The browser keeps its caches and compiled code, so
// a page loads in less than half the time (docs/decisions/0014-dashboard.md).
import type { Page } from 'playwright-core'
import { afterAll, expect, onTestFinished } from 'vitest'
import { keepPicture, openBrowser, type Visitor } from './browser.ts'
import { settled } from './settled.ts'

export type Walk = {
  page: Page
  /** Loads the page at this address with a full page load. */
  load(address: string): Promise<void>
  /** Navigates as a link does, so that only the code of the page itself is loaded. */
  moveTo(address: string): Promise<void>
}

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
    if (page.url() === 'about:blank') return await load(address)
    watchTest()
    await page.evaluate(leaveFor(address))
    await expect
      .poll(() => page.evaluate(hasLeft), { message: 'the heading before', interval: 20 })
      .toBe(true)
    await settled(page)
  }
  return { page, load, moveTo }
}

/** The router reacts to the history event. The next page has a new heading element. */
const leaveFor = (address: string) => `window.headingBefore = document.querySelector('h1')
history.pushState({}, '', ${JSON.stringify(address)})
dispatchEvent(new PopStateEvent('popstate'))`
const hasLeft = `!window.headingBefore?.isConnected`
