// Which sections of the docs match a query, the best first. Words are compared by their stems, so that "payments" finds
// "payment" and "remitos anulados" finds "anular un remito", in the language of the page.

export const fold = (text) =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()

// Light stemmers: they only have to map the forms of a word to the same text, not to a word. The longest ending that
// leaves at least three letters is removed, and then a final vowel.
const endings = {
  en: [
    'izations',
    'ization',
    'ations',
    'ation',
    'ments',
    'ment',
    'ings',
    'ing',
    'ers',
    'ies',
    'ied',
    'ily',
    'er',
    'ed',
    'es',
    'ly',
    's',
    'y',
  ],
  es: [
    ...[
      'aciones',
      'iciones',
      'uciones',
      'amientos',
      'imientos',
      'amiento',
      'imiento',
      'acion',
      'icion',
      'ucion',
    ],
    ...[
      'iendo',
      'aremos',
      'eremos',
      'iremos',
      'adores',
      'adoras',
      'ador',
      'adora',
      'ando',
      'adas',
      'ados',
      'idas',
      'idos',
    ],
    ...[
      'iones',
      'ion',
      'amos',
      'emos',
      'imos',
      'aron',
      'ieron',
      'aban',
      'aras',
      'aran',
      'eran',
      'iran',
      'abas',
    ],
    ...[
      'ada',
      'ado',
      'ida',
      'ido',
      'aba',
      'ara',
      'era',
      'ira',
      'ar',
      'er',
      'ir',
      'an',
      'en',
      'as',
      'es',
      'os',
      'is',
      's',
    ],
  ],
}
const sorted = Object.fromEntries(
  Object.entries(endings).map(([language, all]) => [language, all.toSorted((a, b) => b.length - a.length)]),
)
const minStem = 3

export function stem(word, language) {
  if (!/^\p{L}+$/u.test(word)) return word
  const ending = sorted[language].find((one) => word.endsWith(one) && word.length - one.length >= minStem)
  const base = ending ? word.slice(0, -ending.length) : word
  const undoubled = base.replace(/([bdglmnprst])\1$/, '$1')
  return undoubled.length > minStem ? undoubled.replace(/[aeiouy]$/, '') : undoubled
}

const wordPattern = /[\p{L}\p{N}]+/gu
const wordsIn = (text) => fold(text).match(wordPattern) ?? []

/** An entry of the index, with its words and their stems. */
export function prepared(entry) {
  const words = (text) => {
    const all = [...new Set(wordsIn(text))]
    return { all, stems: new Set(all.map((word) => stem(word, entry.language))) }
  }
  return {
    ...entry,
    title: words(entry.heading || entry.page),
    anywhere: words(`${entry.page} ${entry.heading} ${entry.text}`),
  }
}

const points = { forPage: 1, inText: 1, wholeWord: 3, inTitle: 20, wholeTitle: 15 }
/** What clients read comes first, unless the query is the title of a page for the warehouse or for operators. */
const pointsPerAudience = 30

/** The entries in which every word of the query occurs. */
export function ranked(entries, query) {
  const words = wordsIn(query)
  if (words.length === 0) return []
  return entries
    .map((entry) => ({ entry, score: scoreOf(entry, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ entry }) => entry)
}

function scoreOf(entry, words) {
  let score = entry.heading ? 0 : points.forPage
  let inTitle = 0
  for (const word of words) {
    const anywhere = matchIn(entry.anywhere, word, entry.language)
    if (anywhere === 0) return 0
    score += points.inText + (anywhere === 2 ? points.wholeWord : 0)
    if (matchIn(entry.title, word, entry.language) > 0) inTitle += 1
  }
  score += inTitle * points.inTitle
  if (inTitle === words.length && entry.title.all.length === words.length) score += points.wholeTitle
  return score + (entry.audience === 'client' ? pointsPerAudience : 0)
}

/** 2: the word in some form, 1: a word that begins with it, as while typing, 0: none. */
function matchIn({ all, stems }, word, language) {
  if (stems.has(stem(word, language))) return 2
  return all.some((one) => one.startsWith(word)) ? 1 : 0
}

/** Where the text of an entry has the first word of the query, if it has. */
export function markOf({ text, language }, query) {
  const [first] = wordsIn(query)
  if (first === undefined) return null
  const wanted = stem(first, language)
  for (const match of text.matchAll(wordPattern)) {
    const word = fold(match[0])
    if (word.startsWith(first)) return { at: match.index, length: Math.min(first.length, match[0].length) }
    if (stem(word, language) === wanted) return { at: match.index, length: match[0].length }
  }
  return null
}
