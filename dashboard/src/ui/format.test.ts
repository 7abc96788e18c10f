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
