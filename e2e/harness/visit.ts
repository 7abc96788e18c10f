// A person with their own browser, for one test. Any error that the page reports fails the test.
import type { BrowserContext, Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { keepPicture, openBrowser, type Visitor } from './browser.ts'

export type Visit = {
  page: Page
  context: BrowserContext
  /**
   * Declares error responses that the test provokes, which the browser logs on its console: `401
   * /api/auth/sign-in/email`.
   */
  expectAnswers: (...answers: string[]) => void
}

export async function visit(path: string, visitor: Visitor = {}): Promise<Visit> {
  const { context, expectAnswers, takeFaults } = await openBrowser(visitor)
  const page = await context.newPage()
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') await keepPicture(page, task.name)
    await context.close()
    expect(takeFaults()).toEqual([])
  })
  await page.goto(path)
  return { page, context, expectAnswers }
}
