// The index of the site's search: each section of each page, with the title of its page.
import { pagePath } from './contents.ts'
import type { DocsPage } from './library.ts'

export type SearchEntry = { path: string; page: string; heading: string; text: string }

export function searchIndex(pages: readonly DocsPage[]): SearchEntry[] {
  return pages.flatMap(({ language, slug, rendered }) =>
    rendered.sections.map(({ heading, text }) => ({
      path: pagePath(language, slug) + (heading.depth === 1 ? '' : `#${heading.anchor}`),
      page: rendered.title,
      heading: heading.depth === 1 ? '' : heading.text,
      text,
    })),
  )
}
