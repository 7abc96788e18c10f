// Markdown to HTML. Raw HTML in a page is escaped. Headings get anchors, tables a frame that scrolls, code a label.
import { Marked, type Token, type Tokens } from 'marked'
import { escaped } from '../http/wire/html-page.ts'
import { anchorsOfPage } from './anchors.ts'
import { highlight } from './highlight.ts'

export type Heading = { depth: number; text: string; anchor: string }

/** The text below one heading, for the search. */
type PageSection = { heading: Heading; text: string }

export type RenderedPage = { title: string; lead: string; html: string; sections: PageSection[] }

type Labels = { linkToSection: string }

export function renderMarkdown(text: string, linkTo: (href: string) => string, labels: Labels): RenderedPage {
  const tokens = new Marked().lexer(text)
  const sections = sectionsOf(tokens)
  const anchors = sections.map(({ heading }) => heading.anchor)
  const first = tokens.find((token) => token.type === 'paragraph')
  return {
    title: sections[0]?.heading.text ?? '',
    lead: first ? plainText([first]) : '',
    html: new Marked({ renderer: rendererWith(linkTo, anchors, labels) }).parser(tokens),
    sections,
  }
}

function rendererWith(linkTo: (href: string) => string, anchors: string[], { linkToSection }: Labels) {
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
      const caption = label ? `<figcaption>${escaped(label)}</figcaption>` : ''
      const kind = language === '' ? '' : ` data-language="${escaped(language)}"`
      return `<figure class="code"${kind}>${caption}<pre tabindex="0"><code>${highlight(text, language)}</code></pre></figure>\n`
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
    html: ({ text }: Tokens.HTML | Tokens.Tag) => escaped(text),
  }
}
type Inline = { parser: { parseInline(tokens: Token[]): string } }

/** The file that a block was included from, or where to type it: the rest of its info string. */
function captionOf(info: string): string {
  const [, ...words] = info.split(' ')
  return words.join(' ').replace(/^file=/, '')
}

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
    const text = plainText([token])
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
