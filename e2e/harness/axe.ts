// The accessibility rules of axe, on a page as it stands.
import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** `rules`: only these, instead of all. Of several runs on one page, the first brings axe into it. */
export async function faultsByAxe(page: Page, ...rules: string[]): Promise<string[]> {
  // Colours in the middle of a change have no contrast of their own.
  await page.evaluate('Promise.allSettled(document.getAnimations().map((animation) => animation.finished))')
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source)
  // Without the others, the selectors of hundreds of elements that pass are not computed: 0.4 s of CPU instead of 0.9.
  const options: axe.RunOptions = { resultTypes: ['violations'], elementRef: false }
  if (rules.length > 0) options.runOnly = { type: 'rule', values: rules }
  const run = `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`
  const violations = await page.evaluate<axe.Result[]>(run)
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help} at ${target.join(' ')}: ${failureSummary}`),
  )
}
