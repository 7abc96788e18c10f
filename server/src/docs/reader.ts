// The documentation for programs that have no browser: the pages for clients, and what a search finds in them. The ranking is
// that of the search dialog.
import { type Language, languages } from '@anden/contract'
import { audienceOf, errorsSlug, homeSlug, pagePath } from './contents.ts'
import type { Library } from './library.ts'
import { type SearchEntry, searchIndex } from './search-index.ts'

type ListedPage = { language: Language; slug: string; title: string; lead: string }
type FoundSection = { page: string; heading: string; slug: string; text: string }

export type DocsReader = {
  /** Those that have no other audience than clients, in the order of the contents, without the pages of errors. */
  pages(language: Language): Promise<ListedPage[]>
  /** As the site serves it. */
  markdown(language: Language, slug: string): Promise<string | null>
  /** Sections with every word, the best first; if there is none, those with most of the words. */
  search(language: Language, query: string, max: number): Promise<FoundSection[]>
}

type Site = { library: Library; find: (path: string) => Promise<{ bytes: Buffer } | undefined> }
type Prepared = SearchEntry & object
type Ranking = {
  prepared: (entry: SearchEntry) => Prepared
  ranked: (entries: readonly Prepared[], query: string) => Prepared[]
}

const maxWords = 12

export function docsReader(site: () => Promise<Site>): DocsReader {
  const indexes = new Map<Language, Promise<{ entries: Prepared[]; ranked: Ranking['ranked'] }>>()
  const indexOf = (language: Language) => {
    const index = indexes.get(language) ?? openIndex(site, language)
    indexes.set(language, index)
    return index
  }
  const isListed = (slug: string) => audienceOf(slug) === 'client' && !slug.startsWith(`${errorsSlug}/`)
  return {
    async pages(language) {
      const { library } = await site()
      return library
        .readable(language)
        .filter(({ slug }) => isListed(slug))
        .map(({ language: own, slug, rendered: { title, lead } }) => ({ language: own, slug, title, lead }))
    },
    async markdown(language, slug) {
      if (!languages.includes(language) || audienceOf(slug) !== 'client') return null
      const { find } = await site()
      const page = await find(`${pagePath(language, slug)}${slug === homeSlug ? homeSlug : ''}.md`)
      return page?.bytes.toString('utf8') ?? null
    },
    async search(language, query, max) {
      const { entries, ranked } = await indexOf(language)
      const words = [...new Set(query.match(/[\p{L}\p{N}]+/gu) ?? [])].slice(0, maxWords)
      const whole = ranked(entries, words.join(' '))
      const found = whole.length > 0 ? whole : withMostWords(words.map((word) => ranked(entries, word)))
      return found.slice(0, max).map(({ page, heading, path, text }) => ({
        page,
        heading,
        slug: path.replace(/#.*$/, '').replace(/^\/docs\/\w+\//, '') || homeSlug,
        text,
      }))
    },
  }
}

async function openIndex(site: () => Promise<Site>, language: Language) {
  const [{ library }, ranking] = await Promise.all([
    site(),
    import(new URL('assets/ranking.js', import.meta.url).href) as Promise<Ranking>,
  ])
  const pages = library.readable(language).filter(({ slug }) => audienceOf(slug) === 'client')
  return { entries: searchIndex(pages).map(ranking.prepared), ranked: ranking.ranked }
}

/** `lists`: what each word finds. Of sections with as many words, the one that a word ranks higher comes first. */
function withMostWords(lists: readonly Prepared[][]): Prepared[] {
  const scores = new Map<Prepared, number>()
  for (const list of lists)
    for (const [rank, entry] of list.entries()) scores.set(entry, (scores.get(entry) ?? 0) + 1 - rank / 1e6)
  return [...scores].sort(([, a], [, b]) => b - a).map(([entry]) => entry)
}
