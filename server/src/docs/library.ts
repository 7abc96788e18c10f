// All pages, read and rendered once, when the first of them is requested.
import { type Language, languages } from '@anden/contract'
import { pageSlugs, sections } from './contents.ts'
import type { ContentsSection } from './layout.ts'
import { type RenderedPage, renderMarkdown } from './render.ts'
import { siteTexts } from './site-texts.ts'
import { docsFiles, fileOfPage, readDocsFile, servedLink, withIncludes } from './sources.ts'

export type DocsPage = { language: Language; slug: string; markdown: string; rendered: RenderedPage }

/** Pages that are generated, in English, by slug. */
export type GeneratedPages = Record<string, () => string>

export type Library = {
  pages: DocsPage[]
  page: (language: Language, slug: string) => DocsPage | undefined
  contents: (language: Language) => ContentsSection[]
  /** What a reader of this language gets: every page, in English where there is no translation. */
  readable: (language: Language) => DocsPage[]
}

export async function openLibrary(generated: GeneratedPages): Promise<Library> {
  const files = new Set(docsFiles())
  const slugs = languages.flatMap((language) =>
    pageSlugs
      .filter((slug) => files.has(fileOfPage(language, slug)) || (language === 'en' && slug in generated))
      .map((slug) => ({ language, slug })),
  )
  const pages = await Promise.all(
    slugs.map(async ({ language, slug }) => {
      const file = fileOfPage(language, slug)
      const markdown =
        generated[slug]?.() ?? (await withIncludes((await readDocsFile(file)).toString(), file))
      const rendered = renderMarkdown(markdown, (href) => servedLink(file, href), siteTexts[language])
      return { language, slug, markdown, rendered }
    }),
  )
  const page = (language: Language, slug: string) =>
    pages.find((one) => one.language === language && one.slug === slug)
  const translated = (language: Language, slug: string) => page(language, slug) ?? page('en', slug)
  return {
    pages,
    page,
    contents: (language) =>
      sections.map(({ title, slugs }) => ({
        title: title[language],
        entries: slugs
          .map((slug) => translated(language, slug))
          .filter((one) => one !== undefined)
          .map((one) => ({ slug: one.slug, title: one.rendered.title, language: one.language })),
      })),
    readable: (language) =>
      pageSlugs.map((slug) => translated(language, slug)).filter((one) => one !== undefined),
  }
}
