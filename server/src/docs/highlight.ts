// Marks comments, strings and keywords in code. Enough to read an example by, for all languages that the docs use, and
// without a grammar for each. The pattern is a list of alternatives that each consume what they match: linear time.
import { escaped } from '../http/wire/html-page.ts'

const keywords = new Set(
  (
    'abstract and as async await break byte case catch class const continue def default defer do echo elif else enum ' +
    'except export extends false final finally fn for foreach from func function go if implements import in interface is let ' +
    'match namespace new nil None not null or package pass private public raise range readonly require return self ' +
    'static string struct switch this throw throws true True False try type using var void while with yield'
  ).split(' '),
)

const hashComments = new Set(['sh', 'yaml', 'ini'])
const slashComments = new Set(['ts', 'js', 'go', 'csharp', 'java', 'php'])
const plain = new Set(['', 'text', 'http', 'csv'])

const strings = String.raw`"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'`
/** Over several lines. One that is a statement of its own is a docstring, and is shown as a comment. */
const longStrings = String.raw`"""[^]*?"""|\x27\x27\x27[^]*?\x27\x27\x27`
const patterns = {
  python: new RegExp(
    String.raw`((?<=^|\s)#[^\n]*|(?<=^[ \t]*)(?:${longStrings})(?=[ \t]*$))|(${longStrings}|${strings})|(\b[A-Za-z_]\w*\b)`,
    'gm',
  ),
  hash: new RegExp(String.raw`((?<=^|\s)#[^\n]*)|(${strings})|(\b[A-Za-z_]\w*\b)`, 'gm'),
  slash: new RegExp(
    String.raw`(\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*\*\/)|(${longStrings}|${strings}|\x60[^\x60]*\x60)|(\b[A-Za-z_]\w*\b)`,
    'g',
  ),
  other: new RegExp(String.raw`(?!)()|(${strings})|(\b[A-Za-z_]\w*\b)`, 'g'),
}

/** The code as HTML. */
export function highlight(code: string, language: string): string {
  if (plain.has(language)) return escaped(code)
  const isShell = language === 'sh'
  const pattern = patternOf(language)
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

function patternOf(language: string): RegExp {
  if (language === 'python') return patterns.python
  if (hashComments.has(language)) return patterns.hash
  return slashComments.has(language) ? patterns.slash : patterns.other
}

/** In a shell most of these words are arguments. */
const keywordKind = (word: string | undefined, isShell: boolean) =>
  !isShell && word !== undefined && keywords.has(word) ? 'keyword' : undefined
