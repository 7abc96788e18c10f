// Markdown to HTML. Raw HTML in a page is escaped. Headings get anchors, tables a frame that scrolls, code a label.
import { Marked, type Token, type Tokens } from 'marked'
import { escaped } from '../http/wire/html-page.ts'

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

// Marks comments, strings and keywords in code. Enough to read an example by, for all languages that the docs use, and
// without a grammar for each. The pattern is a list of alternatives that each consume what they match: linear time.
const keywords = new Set(
  (
    'abstract and as async await break byte case catch class const continue def default defer do echo elif else enum ' +
    'except export extends false final finally fn for foreach from func function go if implements import in interface is let ' +
    'match namespace new nil None not null or package pass private public raise range readonly require return self ' +
    'static string struct switch this throw throws true True False try type using var void while with yield'
  ).split(' '),
)

const hashComments = new Set(['sh', 'python', 'yaml', 'ini'])
const slashComments = new Set(['ts', 'js', 'go', 'csharp', 'java', 'php'])
const plain = new Set(['', 'text', 'http', 'csv'])

const strings = String.raw`"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'`
const patterns = {
  hash: new RegExp(String.raw`((?<=^|\s)#[^\n]*)|(${strings})|(\b[A-Za-z_]\w*\b)`, 'gm'),
  slash: new RegExp(
    String.raw`(\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*\*\/)|(${strings}|\x60[^\x60]*\x60)|(\b[A-Za-z_]\w*\b)`,
    'g',
  ),
  other: new RegExp(String.raw`(?!)()|(${strings})|(\b[A-Za-z_]\w*\b)`, 'g'),
}

/** The code as HTML. */
function highlight(code: string, language: string): string {
  if (plain.has(language)) return escaped(code)
  const isShell = language === 'sh'
  const pattern = hashComments.has(language)
    ? patterns.hash
    : slashComments.has(language)
      ? patterns.slash
      : patterns.other
  let html = ''
  let end = 0
  for (const match of code.matchAll(pattern)) {
    const [text, comment, literal, word] = match
    const kind = comment ? 'comment' : literal ? 'string' : keywordKind(word, isShell)
    html += escaped(code.slice(end, match.index))
    html += kind ? `<span class="${kind}">${escaped(text)}</span>` : escaped(text)
    end = match.index + text.length
  }
  return html + escaped(code.slice(end))
}

/** In a shell most of these words are arguments. */
const keywordKind = (word: string | undefined, isShell: boolean) =>
  !isShell && word !== undefined && keywords.has(word) ? 'keyword' : undefined

// Anchors of headings, as GitHub makes them, so that links work on both.

/** Returns the anchor of each heading of one page, in order; a repeated one gets a number. */
export function anchorsOfPage(): (heading: string) => string {
  const used = new Map<string, number>()
  return (heading) => {
    const base = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-')
    const count = used.get(base) ?? 0
    used.set(base, count + 1)
    return count === 0 ? base : `${base}-${count}`
  }
}
