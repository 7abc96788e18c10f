// The frame of every page of the docs: contents, search, language, theme. It works without JavaScript; the search and
// the switch of the theme need it. Scripts and styles are files of their own, as the Content-Security-Policy requires.
// Ids of the frame contain a colon, which no anchor of a heading can contain: content never collides with the frame.
import { type Language, languages } from '@anden/contract'
import { escaped } from '../http/wire/html-page.ts'
import { homeSlug, pagePath } from './contents.ts'
import type { Heading } from './render.ts'
import { type SiteTexts, siteTexts } from './site-texts.ts'

type ContentsEntry = { slug: string; title: string; language: Language }
export type ContentsSection = { title: string; entries: ContentsEntry[] }

export type Framed = {
  language: Language
  /** null on the page for unknown addresses. */
  slug: string | null
  title: string
  lead: string
  html: string
  headings: Heading[]
  contents: ContentsSection[]
  /** Languages in which this page exists. */
  translations: readonly Language[]
}

export function framedPage(page: Framed): string {
  const { language, slug, title, lead, html, contents } = page
  const texts = siteTexts[language]
  const titled = slug === homeSlug ? texts.name : `${title} · ${texts.name}`
  return `<!doctype html>
<html lang="${languageTags[language]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(titled)}</title>
<meta name="description" content="${escaped(lead)}">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="preload" href="/docs/assets/inter.woff2" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="/docs/assets/docs.css">
<script src="/docs/assets/theme.js"></script>
<script src="/docs/assets/docs.js" type="module"></script>
${alternateLinks(page)}</head>
<body data-copied="${texts.copied}">
<a class="skip" href="#docs:content">${texts.skip}</a>
${topBar(page, texts)}
<div class="frame">
<nav class="contents" id="docs:contents" aria-label="${texts.contents}">${contents.map((one) => sectionOfContents(one, page, texts)).join('')}</nav>
<main id="docs:content" tabindex="-1">
<article>
${html}
</article>
${neighbours(page, texts)}
</main>
${onThisPage(page, texts)}
</div>
${searchDialog(language, texts)}
</body>
</html>
`
}

const languageTags: Record<Language, string> = { en: 'en', es: 'es-AR' }
const languageNames: Record<Language, string> = { en: 'English', es: 'Español' }

function alternateLinks({ slug, translations }: Framed): string {
  if (slug === null) return ''
  const pages = translations.map(
    (one) => `<link rel="alternate" hreflang="${languageTags[one]}" href="${pagePath(one, slug)}">\n`,
  )
  return pages.join('')
}

function topBar({ language, slug, translations }: Framed, texts: SiteTexts): string {
  const switches = languages.map((one) => {
    const target = slug !== null && translations.includes(one) ? slug : homeSlug
    const current = one === language ? ' aria-current="true"' : ''
    return `<a href="${pagePath(one, target)}" lang="${one}" hreflang="${one}" title="${languageNames[one]}"${current}>${one.toUpperCase()}</a>`
  })
  return `<header class="top">
<button class="menu" type="button" aria-controls="docs:contents" aria-expanded="false" aria-label="${texts.menu}"><span aria-hidden="true"></span></button>
<a class="brand" href="${pagePath(language, homeSlug)}"><img src="/favicon.svg" alt="" width="20" height="20">andén <span>docs</span></a>
<span class="grow"></span>
<button class="search" type="button" aria-haspopup="dialog"><span class="long">${texts.searchHint}</span><span class="short">${texts.search}</span><kbd aria-hidden="true">Ctrl K</kbd></button>
<a class="to-reference" href="/docs/reference/">API</a>
<nav class="languages" aria-label="${texts.language}">${switches.join('')}</nav>
<button class="theme" type="button" aria-label="${texts.theme}"><span aria-hidden="true"></span></button>
</header>`
}

function sectionOfContents({ title, entries }: ContentsSection, page: Framed, texts: SiteTexts): string {
  const links = entries.map(({ slug, title: name, language }) => {
    const current = slug === page.slug ? ' aria-current="page"' : ''
    const foreign =
      language === page.language ? '' : ` hreflang="${language}" title="${texts.inEnglish}" class="foreign"`
    return `<li><a href="${pagePath(language, slug)}"${current}${foreign}>${escaped(name)}</a></li>`
  })
  return `<h2>${escaped(title)}</h2><ul>${links.join('')}</ul>`
}

function neighbours({ slug, language, contents }: Framed, texts: SiteTexts): string {
  const entries = contents.flatMap(({ entries }) => entries)
  const index = entries.findIndex((entry) => entry.slug === slug)
  if (slug === null || index < 0) return ''
  const link = (entry: ContentsEntry | undefined, label: string, rel: string) =>
    entry
      ? `<a class="${rel}" rel="${rel}" href="${pagePath(entry.language, entry.slug)}"><small>${label}</small>${escaped(entry.title)}</a>`
      : '<span></span>'
  const source = `${pagePath(language, slug)}${slug === homeSlug ? 'index' : ''}.md`
  return `<footer><nav class="neighbours" aria-label="${texts.previous} / ${texts.next}">
${link(entries[index - 1], texts.previous, 'prev')}
${link(entries[index + 1], texts.next, 'next')}
</nav><p><a href="${source}">${texts.source}</a> · <a href="/docs/reference/">${texts.reference}</a></p></footer>`
}

function onThisPage({ headings }: Framed, texts: SiteTexts): string {
  const listed = headings.filter(({ depth }) => depth === 2 || depth === 3)
  if (listed.length < 2) return ''
  const links = listed.map(
    ({ anchor, text, depth }) => `<li class="depth-${depth}"><a href="#${anchor}">${escaped(text)}</a></li>`,
  )
  return `<nav class="on-this-page" aria-label="${texts.onThisPage}"><h2>${texts.onThisPage}</h2><ul>${links.join('')}</ul></nav>`
}

function searchDialog(language: Language, texts: SiteTexts): string {
  return `<dialog id="docs:search" data-index="/docs/assets/search-${language}.json" data-none="${texts.noResults}" data-results="${texts.results}" aria-label="${texts.searchHint}">
<form method="dialog" role="search"><input type="search" role="combobox" aria-expanded="false" aria-controls="docs:found" aria-autocomplete="list" aria-label="${texts.searchHint}" placeholder="${texts.searchHint}" autocomplete="off" spellcheck="false"><button>${texts.close}</button></form>
<p class="status" role="status"></p>
<ul id="docs:found" role="listbox" aria-label="${texts.search}"></ul>
</dialog>`
}
