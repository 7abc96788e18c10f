// Runs Lighthouse in a separate browser, with the session as a cookie.
import { createServer } from 'node:net'
import lighthouse, { defaultConfig, desktopConfig } from 'lighthouse'
import { chromium } from 'playwright-core'
import { chromiumOptions } from './chromium.ts'

const categories = ['performance', 'accessibility', 'best-practices'] as const
export type Scores = Record<(typeof categories)[number], number>

/**
 * Audits without a weight, which cannot change a score. One of them leaves the page and comes back, others read every
 * script again.
 */
const unscored = categories.flatMap((id) =>
  (defaultConfig.categories?.[id]?.auditRefs ?? []).filter(({ weight }) => weight === 0).map((ref) => ref.id),
)

/**
 * Returns scores from 0 to 100, and the audits that cost points. Uses the desktop preset: the default simulates a slow
 * phone by multiplying the measured time by four, which on a shared machine mostly measures its other users.
 */
export async function lighthouseOf(
  url: string,
  cookie?: string,
): Promise<{ scores: Scores; lost: string[] }> {
  const port = await freePort()
  const browser = await chromium.launch({
    ...chromiumOptions,
    args: [...(chromiumOptions.args ?? []), `--remote-debugging-port=${port}`],
  })
  try {
    const result = await lighthouse(
      url,
      {
        port,
        onlyCategories: [...categories],
        logLevel: 'silent',
        output: 'json',
        disableStorageReset: true,
        // Nobody looks at the screenshot.
        disableFullPageScreenshot: true,
        skipAudits: unscored,
        ...(cookie ? { extraHeaders: { cookie } } : {}),
      },
      desktopConfig,
    )
    if (!result) throw new Error('Lighthouse reported nothing')
    const { lhr } = result
    if (lhr.runtimeError) throw new Error(lhr.runtimeError.message)
    const scores = Object.fromEntries(
      categories.map((id) => [id, Math.round((lhr.categories[id]?.score ?? 0) * 100)]),
    ) as Scores
    const weighted = categories.flatMap((id) =>
      (lhr.categories[id]?.auditRefs ?? []).filter(({ weight }) => weight > 0).map((ref) => ref.id),
    )
    const lost = weighted.flatMap((id) => {
      const audit = lhr.audits[id]
      return audit && audit.score !== null && audit.score < 0.9
        ? [`${id}: ${audit.displayValue ?? audit.title}`]
        : []
    })
    return { scores, lost }
  } finally {
    await browser.close()
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(address && typeof address === 'object' ? address.port : 0))
    })
  })
}
