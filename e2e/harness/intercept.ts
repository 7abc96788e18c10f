import type { Page, Route } from 'playwright-core'

/**
 * From the next document on, which is loaded here: Chromium tells one that is open of the interception without waiting for it, and
 * on a busy machine a key that is pressed right after that was quicker.
 */
export async function intercept(page: Page, pattern: string, handle: (route: Route) => Promise<void>) {
  await page.route(pattern, handle)
  await page.reload()
}
