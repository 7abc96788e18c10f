// Just enough Markdown for the guides, which are ours: headings, paragraphs, lists, tables, code and links. Everything
// is escaped before it is marked up.
import { escaped } from '../http/page.ts'

export function renderMarkdown(text: string): string {
  return blocks(text).map(render).join('\n')
}

/** Separated by empty lines, except that a fence keeps its own. */
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

/** Code is set aside first: nothing in it is marked up. */
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

/** Guides link to each other as files; other relative links lead to nothing that is served. */
const target = (to: string) => to.replace(/^(?:\.\/)?([\w-]+)\.md/, '/docs/guides/$1')
