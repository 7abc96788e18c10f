import { expect, test, vi } from 'vitest'

const now = Date.parse('2026-11-18T12:00:00Z')

test.each([
  ['es', ['ayer', 'hace 59 días', 'hace 2 meses', 'hace 12 meses', 'hace un año', 'hace 3 años']],
  ['en', ['yesterday', '59 days ago', '2 months ago', '12 months ago', '1 year ago', '3 years ago']],
] as const)('a time long ago is told in months and years (%s)', async (language, texts) => {
  vi.stubGlobal('localStorage', { getItem: () => language, setItem: () => undefined })
  vi.stubGlobal('document', { documentElement: {} })
  const { showLanguage } = await import('./languages.ts')
  const { formatAgo } = await import('./format.ts')
  await showLanguage(language)
  const daysAgo = (days: number) => formatAgo(new Date(now - days * 86_400_000).toISOString(), now)
  expect([1, 59, 61, 364, 365, 3 * 365].map(daysAgo)).toEqual(texts)
  vi.unstubAllGlobals()
})

test.each([
  ['es', 'viernes 20/11'],
  ['en', 'Friday 20/11'],
] as const)('a day of the week has its date as everywhere else (%s)', async (language, text) => {
  vi.stubGlobal('localStorage', { getItem: () => language, setItem: () => undefined })
  vi.stubGlobal('document', { documentElement: {} })
  const { showLanguage } = await import('./languages.ts')
  const { formatWeekdayDate } = await import('./format.ts')
  await showLanguage(language)
  expect(formatWeekdayDate('2026-11-20')).toBe(text)
  vi.unstubAllGlobals()
})
