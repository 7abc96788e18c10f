// What the search of the site looks in: each section of each page, with the title of its page.
import type { Language } from '@anden/contract'
import { type Audience, audienceOf, pagePath } from './contents.ts'
import type { DocsPage } from './library.ts'

export type SearchEntry = {
  path: string
  page: string
  heading: string
  text: string
  language: Language
  /** What clients read is found first. */
  audience: Audience
}

/** Below these headings are the tabs of examples. */
const isFound = ({ heading }: { heading: { depth: number } }) => heading.depth <= 3

export function searchIndex(pages: readonly DocsPage[]): SearchEntry[] {
  return pages.flatMap(({ language, slug, rendered }) =>
    rendered.sections.filter(isFound).map(({ heading, text }) => ({
      path: pagePath(language, slug) + (heading.depth === 1 ? '' : `#${heading.anchor}`),
      page: rendered.title,
      heading: heading.depth === 1 ? '' : heading.text,
      text,
      language,
      audience: audienceOf(slug),
    })),
  )
}
