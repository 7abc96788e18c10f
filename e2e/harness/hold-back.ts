import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { intercept } from './intercept.ts'

/** A file of the page's own code, such as `reason-dialog`, comes only when it is let go. */
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
