import type { Page, Route } from 'playwright-core'
import { expect } from 'vitest'

/**
 * Intercepts requests from the next document on, and loads it. On a busy machine, requests of a document that is
 * already open can slip through.
 */
export async function intercept(page: Page, pattern: string, handle: (route: Route) => Promise<void>) {
  await page.route(pattern, handle)
  await page.reload()
}

/** Delays a chunk of the dashboard's code, such as `reason-dialog`, until it is released. */
export async function holdBack(page: Page, name: string) {
  const released = Promise.withResolvers<void>()
  let isAsked = false
  await intercept(page, `**/assets/${name}-*.js`, async (route) => {
    isAsked = true
    await released.promise
    await route.continue()
  })
  return {
    letGo: released.resolve,
    isAsked: () => expect.poll(() => isAsked, { message: `${name} is asked for` }).toBe(true),
  }
}
