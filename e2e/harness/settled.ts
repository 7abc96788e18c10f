import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright-core'

/** A column that a phone does not show does not load either. */
const isSettled = `document.fonts.status === 'loaded' &&
  [...document.querySelectorAll('main [aria-busy="true"], main .mantine-Skeleton-root')]
    .every((loading) => !loading.checkVisibility())`

/** Until the page shows what it has: its heading, and nothing that still loads. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  // Not by waitForFunction: it evaluates text in the page, which the policy forbids.
  while (!(await page.evaluate<boolean>(isSettled))) await delay(20)
}
