// Markdown to HTML. Raw HTML in a page is escaped. Headings get anchors, tables a frame that scrolls, code a label.
// Between the comments `<!-- tabs -->` and `<!-- /tabs -->` each heading is the label of a tab: read as a file, or without
// JavaScript, the tabs stand below each other.
import { Marked, type Token, type Tokens } from 'marked'
import { escaped } from '../http/wire/html-page.ts'
import { anchorsOfPage } from './anchors.ts'
import { highlight } from './highlight.ts'
import { sizeOfPicture } from './sources.ts'

export type Heading = { depth: number; text: string; anchor: string }

/** The text below one heading, for the search. */
type PageSection = { heading: Heading; text: string }

export type RenderedPage = { title: string; lead: string; html: string; sections: PageSection[] }

type Labels = { linkToSection: string; copy: string }

export function renderMarkdown(text: string, linkTo: (href: string) => string, labels: Labels): RenderedPage {
  const tokens = new Marked().lexer(text)
  const sections = sectionsOf(tokens)
  const anchors = sections.map(({ heading }) => heading.anchor)
  const first = tokens.find((token) => token.type === 'paragraph')
  return {
    title: sections[0]?.heading.text ?? '',
    lead: first ? plainText([first]) : '',
    html: htmlOf(tokens, new Marked({ renderer: rendererWith(linkTo, anchors, labels) })),
    sections,
  }
}

const isComment = (token: Token, text: string) =>
  token.type === 'html' && token.raw.trim() === `<!-- ${text} -->`

function htmlOf(tokens: Token[], marked: Marked): string {
  const start = tokens.findIndex((token) => isComment(token, 'tabs'))
  if (start < 0) return marked.parser(tokens)
  const length = tokens.slice(start).findIndex((token) => isComment(token, '/tabs'))
  if (length < 0) throw new Error('<!-- tabs --> without <!-- /tabs -->')
  const end = start + length
  // In their order: the renderer numbers the headings.
  const before = marked.parser(tokens.slice(0, start))
  const tabs = tabsOf(tokens.slice(start + 1, end))
  const buttons = tabs.map((tab) => `<button type="button">${escaped(plainText(tab.slice(0, 1)))}</button>`)
  const panels = tabs.map((tab) => `<section class="tab">\n${marked.parser(tab)}</section>\n`)
  return `${before}<div class="tabs">\n<div class="tab-list">${buttons.join('')}</div>\n${panels.join('')}</div>\n${htmlOf(tokens.slice(end + 1), marked)}`
}

/** A tab begins at each heading that is as deep as the first one. */
function tabsOf(tokens: Token[]): Token[][] {
  const tabs: Token[][] = []
  let depth: number | undefined
  for (const token of tokens) {
    if (token.type === 'heading') depth ??= token['depth']
    if (token.type === 'heading' && token['depth'] === depth) tabs.push([token])
    else tabs.at(-1)?.push(token)
  }
  return tabs
}

function rendererWith(linkTo: (href: string) => string, anchors: string[], { linkToSection, copy }: Labels) {
  let headings = 0
  return {
    heading(this: Inline, { depth, tokens }: Tokens.Heading) {
      const anchor = anchors[headings] ?? ''
      headings += 1
      const content = this.parser.parseInline(tokens)
      if (depth === 1) return `<h1 id="${anchor}">${content}</h1>\n`
      const label = escaped(`${linkToSection}: ${plainText(tokens)}`)
      return `<h${depth} id="${anchor}">${content} <a class="anchor" href="#${anchor}" aria-label="${label}">#</a></h${depth}>\n`
    },
    code({ text, lang = '' }: Tokens.Code) {
      const [language = ''] = lang.split(' ')
      const label = captionOf(lang)
      const isDrawing = language === '' || language === 'text'
      // Hidden until the script can copy. It has a line of its own, so that it covers no code.
      const button = isDrawing ? '' : `<button class="copy" type="button">${copy}</button>`
      const caption =
        label || button
          ? `<figcaption><span>${breakable(label || (languageNames[language] ?? language))}</span>${button}</figcaption>`
          : ''
      return `<figure class="code">${caption}<pre tabindex="0"><code>${highlight(text, language)}</code></pre></figure>\n`
    },
    table(this: Inline, { header, rows }: Tokens.Table) {
      const cells = (row: Tokens.TableCell[], tag: string) =>
        row.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag.split(' ')[0]}>`).join('')
      const body = rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('')
      return `<div class="table" tabindex="0"><table><thead><tr>${cells(header, 'th scope="col"')}</tr></thead><tbody>${body}</tbody></table></div>\n`
    },
    link(this: Inline, { href, tokens }: Tokens.Link) {
      return `<a href="${escaped(linkTo(href))}">${this.parser.parseInline(tokens)}</a>`
    },
    image({ href, text }: Tokens.Image) {
      const path = linkTo(href)
      const size = sizeOfPicture(path)
      const attributes = size ? ` width="${size.width}" height="${size.height}"` : ''
      return `<img src="${escaped(path)}" alt="${escaped(text)}"${attributes} loading="lazy">`
    },
    html: ({ text }: Tokens.HTML | Tokens.Tag) => escaped(text),
  }
}
type Inline = { parser: { parseInline(tokens: Token[]): string } }

const languageNames: Record<string, string> = {
  sh: 'Shell',
  json: 'JSON',
  ts: 'TypeScript',
  js: 'JavaScript',
  python: 'Python',
  php: 'PHP',
  go: 'Go',
  csharp: 'C#',
  java: 'Java',
  sql: 'SQL',
  http: 'HTTP',
  csv: 'CSV',
  yaml: 'YAML',
}

/** The file that a block was included from, or where to type it: the rest of its info string. */
function captionOf(info: string): string {
  const [, ...words] = info.split(' ')
  return words.join(' ').replace(/^file=/, '')
}

/** A path breaks after its slashes, not within a name. */
const breakable = (text: string) => escaped(text).replaceAll('/', '/<wbr>')

function sectionsOf(tokens: Token[]): PageSection[] {
  const anchorOf = anchorsOfPage()
  const sections: PageSection[] = []
  for (const token of tokens) {
    if (token.type === 'heading') {
      const text = plainText(token.tokens ?? [])
      sections.push({ heading: { depth: token['depth'], text, anchor: anchorOf(text) }, text: '' })
      continue
    }
    const section = sections.at(-1)
    const text = token.type === 'html' ? '' : plainText([token])
    if (section && text !== '') section.text += `${section.text === '' ? '' : ' '}${text}`
  }
  return sections
}

/** The words of some Markdown, without markup. */
export function plainText(tokens: readonly Token[]): string {
  return tokens.map(wordsOf).join('').replace(/\s+/g, ' ').trim()
}

function wordsOf(token: Token): string {
  if (token.type === 'table') {
    const { header, rows } = token as Tokens.Table
    return [header, ...rows].map((row) => row.map(({ tokens }) => plainText(tokens)).join(' ')).join(' ')
  }
  if (token.type === 'list') {
    return (token as Tokens.List).items.map(({ tokens }) => plainText(tokens)).join(' ')
  }
  if ('tokens' in token && token.tokens) return token.tokens.map(wordsOf).join('')
  return 'text' in token ? (token['text'] as string) : token.type === 'br' ? ' ' : ''
}
