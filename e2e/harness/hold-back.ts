import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { intercept } from './intercept.ts'

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
