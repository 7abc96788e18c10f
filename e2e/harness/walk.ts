// A person who goes over many pages in one tab, with one test for each. What the browser has cached and compiled is kept,
// so a page costs 0.8 s of CPU to load instead of 2, and 0.3 s without a load.
import type { Page } from 'playwright-core'
import { afterAll, expect, onTestFinished } from 'vitest'
import { keepPicture, openBrowser, type Visitor } from './browser.ts'
import { settled } from './settled.ts'

export type Walk = {
  page: Page
  /** Loads the page at this address as its first. */
  load(address: string): Promise<void>
  /** Goes there as by a link: only what the page itself needs is loaded. */
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

/** The router hears of a move through the history. Another page has another heading, which is another element. */
const leaveFor = (address: string) => `window.headingBefore = document.querySelector('h1')
history.pushState({}, '', ${JSON.stringify(address)})
dispatchEvent(new PopStateEvent('popstate'))`
const hasLeft = `!window.headingBefore?.isConnected`
