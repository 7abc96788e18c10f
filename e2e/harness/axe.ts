// Checks a page with the accessibility rules of axe.
import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** Checks only the given rules, or all if there are none. The first call on a page loads axe into it. */
export async function faultsByAxe(page: Page, ...rules: string[]): Promise<string[]> {
  // Colours have no defined contrast during a transition.
  await page.evaluate('Promise.allSettled(document.getAnimations().map((animation) => animation.finished))')
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source)
  // Only violations, because computing selectors for hundreds of passing elements doubles the time.
  const options: axe.RunOptions = { resultTypes: ['violations'], elementRef: false }
  if (rules.length > 0) options.runOnly = { type: 'rule', values: rules }
  const run = `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`
  const violations = await page.evaluate<axe.Result[]>(run)
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help} at ${target.join(' ')}: ${failureSummary}`),
  )
}
