// All pages, read and rendered once, when the first of them is requested.
import { type Language, languages } from '@anden/contract'
import { pageSlugs, sections } from './contents.ts'
import type { ContentsSection } from './layout.ts'
import { type RenderedPage, renderMarkdown } from './render.ts'
import { siteTexts } from './site-texts.ts'
import { docsFiles, fileOfPage, readDocsFile, servedLink, withIncludes } from './sources.ts'

export type DocsPage = { language: Language; slug: string; markdown: string; rendered: RenderedPage }

export type GeneratedPage = {
  slug: string
  languages: readonly Language[]
  markdown: (language: Language) => string
}

export type Library = {
  pages: DocsPage[]
  page: (language: Language, slug: string) => DocsPage | undefined
  contents: (language: Language) => ContentsSection[]
  /** What a reader of this language gets: every page, in English where there is no translation. */
  readable: (language: Language) => DocsPage[]
}

export async function openLibrary(generated: readonly GeneratedPage[]): Promise<Library> {
  const files = new Set(docsFiles())
  const read = (language: Language, slug: string): (() => Promise<string>) | undefined => {
    const file = fileOfPage(language, slug)
    if (files.has(file)) return async () => withIncludes((await readDocsFile(file)).toString(), file)
    const made = generated.find((one) => one.slug === slug && one.languages.includes(language))
    return made && (async () => made.markdown(language))
  }
  const allSlugs = [...new Set([...pageSlugs, ...generated.map(({ slug }) => slug)])]
  const rendering = languages.flatMap((language) =>
    allSlugs.flatMap((slug) => {
      const markdownOf = read(language, slug)
      return markdownOf ? [renderedPage(language, slug, markdownOf)] : []
    }),
  )
  const pages = await Promise.all(rendering)
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
      allSlugs.map((slug) => translated(language, slug)).filter((one) => one !== undefined),
  }
}

async function renderedPage(
  language: Language,
  slug: string,
  markdownOf: () => Promise<string>,
): Promise<DocsPage> {
  const markdown = await markdownOf()
  const file = fileOfPage(language, slug)
  const rendered = renderMarkdown(markdown, (href) => servedLink(file, href), siteTexts[language])
  return { language, slug, markdown, rendered }
}
