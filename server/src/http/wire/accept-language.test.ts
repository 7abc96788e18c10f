import { expect, test } from 'vitest'
import { preferredLanguage } from './accept-language.ts'

test.each([
  [undefined, 'es'],
  ['', 'es'],
  ['*', 'es'],
  ['de', 'es'],
  ['en', 'en'],
  ['EN-us', 'en'],
  ['es-AR,es;q=0.9,en;q=0.8', 'es'],
  ['en;q=0.8, es;q=0.9', 'es'],
  ['de, en;q=0.5, es;q=0.4', 'en'],
  ['en;q=0', 'es'],
  ['en;q=nonsense', 'es'],
  ['en, es', 'en'],
])('Accept-Language: %s gives %s', (header, language) => {
  expect(preferredLanguage(header)).toBe(language)
})
