// A person at a browser of their own, for one test. Whatever the page reports as an error fails the test.
import type { BrowserContext, Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { keepPicture, openBrowser, type Visitor } from './browser.ts'

export type Visit = {
  page: Page
  context: BrowserContext
  /** Answers that the story brings about, which a browser reports on its console: `401 /api/auth/sign-in/email`. */
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
