import { describe, expect, test } from 'vitest'

type Entry = Record<'path' | 'page' | 'heading' | 'text' | 'language' | 'audience', string>
type Ranking = {
  stem: (word: string, language: string) => string
  prepared: (entry: Entry) => object
  ranked: (entries: object[], query: string) => Entry[]
  markOf: (entry: Entry, query: string) => { at: number; length: number } | null
}
const ranking = new URL('assets/ranking.js', import.meta.url).href
const { stem, prepared, ranked, markOf } = (await import(ranking)) as Ranking

const entry = (path: string, heading: string, text: string, more: Partial<Entry> = {}): Entry => ({
  ...{ path, page: 'Page', heading, text, language: 'en', audience: 'client' },
  ...more,
})
const found = (query: string, ...entries: Entry[]) =>
  ranked(
    entries.map((one) => prepared(one)),
    query,
  ).map(({ path }) => path)

describe('the forms of a word have one stem', () => {
  test.each([
    ['en', 'payment payments'],
    ['en', 'delivery deliveries delivered'],
    ['en', 'retry retries retried'],
    ['en', 'sign signs signed signing'],
    ['en', 'expire expires expired expiring'],
    ['en', 'cancel cancels cancelled cancelling'],
    ['en', 'address addresses'],
    ['es', 'remito remitos'],
    ['es', 'anular anulado anulados anulacion anulando'],
    ['es', 'pedido pedidos pedir'],
    ['es', 'cliente clientes'],
    ['es', 'vencimiento vencimientos vencen vencido'],
    ['es', 'ingreso ingresos ingresar'],
    ['es', 'firma firmas firmar firmando'],
  ])('%s: %s', (language, forms) => {
    expect(new Set(forms.split(' ').map((word) => stem(word, language))).size).toBe(1)
  })

  test('and other words have another', () => {
    const words = 'lot lots order stock key user page receiver event'.split(' ')
    expect(new Set(words.map((word) => stem(word, 'en'))).size).toBe(words.length - 1)
  })
})

test('all words must occur, in any form, with or without accents', () => {
  const pages = [
    entry('void', 'Anular un remito', 'Devuelve la mercadería.', { language: 'es' }),
    entry('other', 'Remitos', 'Se imprimen.', { language: 'es' }),
  ]
  expect(found('REMITOS anulación', ...pages)).toEqual(['void'])
  expect(found('merca', ...pages)).toEqual(['void'])
  expect(found('mercaderia impresa', ...pages)).toEqual([])
})

test('a title counts more than a text, and what clients read comes first', () => {
  const mentioned = entry('mentioned', 'Limits', 'Webhooks are not limited.')
  const titled = entry('titled', 'Webhooks', 'Register an endpoint.')
  const staff = entry('staff', 'Webhooks of a client', 'Pause them.', { audience: 'warehouse' })
  expect(found('webhook', mentioned, staff, titled)).toEqual(['titled', 'mentioned', 'staff'])
})

test('the title of a page for operators is found before a mention elsewhere', () => {
  const mentioned = entry('mentioned', 'Keys', 'They are in each backup.')
  const titled = entry('titled', 'Backup', 'One file.', { audience: 'warehouse' })
  expect(found('backups', mentioned, titled)).toEqual(['titled', 'mentioned'])
})

test('what was found is marked where it stands in the text', () => {
  const text = 'El remito: los ingresós y las anulaciones.'
  const at = (query: string) => markOf(entry('x', '', text, { language: 'es' }), query)
  expect(at('ingreso')).toEqual({ at: text.indexOf('ingresós'), length: 7 })
  expect(at('anulados')).toEqual({ at: text.indexOf('anulaciones'), length: 11 })
  expect(at('nada')).toBeNull()
})
