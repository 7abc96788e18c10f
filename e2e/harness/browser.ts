// Opens a browser context with its own cookies and cache, in the browser that all tests share. It records every error
// that its pages report: on the console, uncaught, or against the content security policy.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { expect, inject, onTestFinished } from 'vitest'
import type { SignedInUser } from '../../server/tests/harness/people.ts'
import { elementTimeoutMs } from './timeout.ts'

export type Visitor = {
  /** The signed-in user; undefined if nobody is signed in. */
  as?: Pick<SignedInUser, 'cookie'> | undefined
  url?: string
  language?: 'en' | 'es'
  theme?: 'light' | 'dark'
  width?: number
  /** A phone, which has no mouse to hover with. */
  hasTouch?: boolean
}

const failures = join(import.meta.dirname, '../../screenshots/failed')
const locales = { en: 'en-GB', es: 'es-AR' }
export const desktop = { width: 1440, height: 900 }
let connected: Promise<Browser> | undefined

export async function openBrowser(visitor: Visitor) {
  const url = visitor.url ?? inject('url')
  connected ??= chromium.connect(inject('browser'))
  const context = await (await connected).newContext({
    baseURL: url,
    viewport: { ...desktop, width: visitor.width ?? desktop.width },
    hasTouch: visitor.hasTouch ?? false,
    isMobile: visitor.hasTouch ?? false,
    locale: locales[visitor.language ?? 'en'],
    colorScheme: visitor.theme ?? 'light',
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(elementTimeoutMs)
  if (visitor.as) await context.addCookies([cookieOf(visitor.as.cookie, url)])
  return { context, ...watch(context) }
}

/** The session cookie as the service sets it. */
export function cookieOf(cookie: string, url: string) {
  const [name = ''] = cookie.split('=', 1)
  return { name, value: cookie.slice(name.length + 1), url, httpOnly: true, sameSite: 'Lax' as const }
}

/** Runs before the page's own scripts, because the browser reports violations only to the document. */
const reportViolations = `document.addEventListener('securitypolicyviolation', (violation) =>
  console.error('policy: ' + violation.violatedDirective + ' of ' + violation.blockedURI))`

function watch(context: BrowserContext) {
  let faults: string[] = []
  const expected: string[] = []
  void context.addInitScript({ content: reportViolations })
  context.on('weberror', (error) => faults.push(String(error.error().stack)))
  context.on('console', (message) => {
    if (message.type() !== 'error') return
    const { pathname } = new URL(message.location().url || 'about:blank')
    const [, status] = /^Failed to load resource: .* status of (\d+)/.exec(message.text()) ?? []
    faults.push(status ? `${status} ${pathname}` : `${message.text()} at ${pathname}`)
  })
  return {
    expectAnswers: (...answers: string[]) => void expected.push(...answers),
    /** Returns the errors since the last call. */
    takeFaults: () => {
      const taken = faults
      faults = []
      return taken.filter((fault) => !expected.some((answer) => fault.startsWith(answer)))
    },
  }
}

/** Saves a screenshot of a page on which a test has failed. */
export async function keepPicture(page: Page, name: string) {
  await mkdir(failures, { recursive: true })
  const path = join(failures, `${name.replaceAll(/[^\w]+/g, '-').slice(0, 80)}.png`)
  await page.screenshot({ path, fullPage: true }).catch(() => undefined)
}

// A person with their own browser, for one test. Any error that the page reports fails the test.

export type Visit = {
  page: Page
  context: BrowserContext
  /**
   * Declares error responses that the test provokes, which the browser logs on its console: `401
   * /api/auth/sign-in/email`.
   */
  expectAnswers: (...answers: string[]) => void
}

export async function visit(path: string, visitor: Visitor = {}): Promise<Visit> {
  const { context, expectAnswers, takeFaults } = await openBrowser(visitor)
  const page = await context.newPage()
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') await keepPicture(page, task.name)
    await context.close()
    expect(takeFaults()).toEqual([])
  })
  await page.goto(path)
  return { page, context, expectAnswers }
}
