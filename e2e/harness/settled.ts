import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright-core'

/** Hidden elements are ignored, because a column that a phone does not show never loads. */
const isSettled = `document.fonts.status === 'loaded' &&
  [...document.querySelectorAll('main [aria-busy="true"], main .mantine-Skeleton-root')]
    .every((loading) => !loading.checkVisibility())`

/** Waits until the page shows its heading and nothing is loading. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  // waitForFunction would evaluate a string in the page, which the content security policy forbids.
  while (!(await page.evaluate<boolean>(isSettled))) await delay(20)
}
