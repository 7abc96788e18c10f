import type { Page, Route } from 'playwright-core'

/**
 * Intercepts requests from the next document on, and loads it. On a busy machine, requests of a document that is
 * already open can slip through.
 */
export async function intercept(page: Page, pattern: string, handle: (route: Route) => Promise<void>) {
  await page.route(pattern, handle)
  await page.reload()
}
