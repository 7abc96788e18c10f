import type { Page, Route } from 'playwright-core'

/** From the next document on, which is loaded here: on a busy machine, a request of a document that was open has got through. */
export async function intercept(page: Page, pattern: string, handle: (route: Route) => Promise<void>) {
  await page.route(pattern, handle)
  await page.reload()
}
