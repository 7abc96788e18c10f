// The subset of Markdown that our own guides use: headings, paragraphs, lists, tables, code and links. All text is
// escaped before markup is added.
import { escaped } from '../http/html-page.ts'

export function renderMarkdown(text: string): string {
  return blocks(text).map(render).join('\n')
}

/** Blocks are separated by empty lines; a fenced block keeps those inside it. */
function blocks(text: string): string[] {
  const parts = text.split(/(^```[\s\S]*?^```$)/m)
  return parts.flatMap((part) => (part.startsWith('```') ? [part] : part.split(/\n\s*\n|(?<=^#.*)\n/m)))
}

function render(block: string): string {
  const text = block.trim()
  if (text === '') return ''
  if (text.startsWith('```')) {
    return `<pre><code>${escaped(text.replace(/^```.*\n/, '').replace(/\n?```$/, ''))}</code></pre>`
  }
  const heading = /^(#{1,4}) (.*)$/.exec(text)
  if (heading?.[1]) return `<h${heading[1].length}>${inline(heading[2] ?? '')}</h${heading[1].length}>`
  if (text.startsWith('|')) return table(text.split('\n'))
  if (/^[-*] /.test(text)) return list('ul', text.split(/\n(?=[-*] )/))
  if (/^\d+\. /.test(text)) return list('ol', text.split(/\n(?=\d+\. )/))
  return `<p>${inline(text)}</p>`
}

const list = (tag: 'ul' | 'ol', items: string[]) =>
  `<${tag}>${items.map((item) => `<li>${inline(item.replace(/^([-*]|\d+\.) /, ''))}</li>`).join('')}</${tag}>`

function table([head = '', , ...rows]: string[]): string {
  const cells = (row: string, tag: 'td' | 'th scope="col"') =>
    row
      .replace(/^\||\|$/g, '')
      .split(/(?<!\\)\|/)
      .map((cell) => `<${tag}>${inline(cell.trim().replaceAll('\\|', '|'))}</${tag.slice(0, 2)}>`)
      .join('')
  return `<table><thead><tr>${cells(head, 'th scope="col"')}</tr></thead><tbody>${rows
    .map((row) => `<tr>${cells(row, 'td')}</tr>`)
    .join('')}</tbody></table>`
}

/** Splits off code spans first: their content gets no markup. */
function inline(text: string): string {
  return escaped(text)
    .split(/(`[^`]+`)/)
    .map((part) => (part.startsWith('`') ? `<code>${part.slice(1, -1)}</code>` : marked(part)))
    .join('')
}

const marked = (text: string) =>
  text
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replace(/(^|[\s(])_([^_]+)_/g, '$1<em>$2</em>')
    .replace(
      /\[([^\]]+)\]\(([^)\s]+)\)/g,
      (_, label: string, to: string) => `<a href="${target(to)}">${label}</a>`,
    )

/** Guides link to each other by file name. Other relative links are not served. */
const target = (to: string) => to.replace(/^(?:\.\/)?([\w-]+)\.md/, '/docs/guides/$1')
