// Where a text stops being JSON (RFC 8259). The parser of V8 says so only in some of its messages. One pass without
// recursion or backtracking, for texts that the parser has refused.

const space = /[ \t\n\r]*/y
const literal = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y

type Expected = 'value' | 'value-or-end' | 'name' | 'name-or-end' | 'colon' | 'comma-or-end' | 'nothing'

const mayEnd: Expected[] = ['value-or-end', 'name-or-end', 'comma-or-end']

/** The index of the first character that cannot be there; the length of the text if it ends too early. */
export function jsonFaultAt(text: string): number {
  /** The closing bracket of each level. */
  const open: string[] = []
  let expected: Expected = 'value'
  let at = 0
  const afterValue = (): Expected => (open.length === 0 ? 'nothing' : 'comma-or-end')

  for (;;) {
    at = endOf(space, text, at) ?? at
    if (at === text.length) return at
    const character = text[at] ?? ''
    if (expected === 'nothing') return at
    const isName: boolean = expected === 'name' || expected === 'name-or-end'
    if (expected === 'colon') {
      if (character !== ':') return at
      expected = 'value'
      at += 1
    } else if (character === open.at(-1) && mayEnd.includes(expected)) {
      open.pop()
      expected = afterValue()
      at += 1
    } else if (expected === 'comma-or-end') {
      if (character !== ',') return at
      expected = open.at(-1) === '}' ? 'name' : 'value'
      at += 1
    } else if (character === '"') {
      const { end, isClosed } = stringFrom(text, at + 1)
      if (!isClosed) return end
      expected = isName ? 'colon' : afterValue()
      at = end
    } else if (isName) {
      return at
    } else if (character === '{' || character === '[') {
      open.push(character === '{' ? '}' : ']')
      expected = character === '{' ? 'name-or-end' : 'value-or-end'
      at += 1
    } else {
      const end = endOf(literal, text, at)
      if (end === null) return at
      expected = afterValue()
      at = end
    }
  }
}

function endOf(pattern: RegExp, text: string, at: number): number | null {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : null
}

/** `end`: behind the closing quote, or where the string is broken. */
function stringFrom(text: string, from: number): { end: number; isClosed: boolean } {
  let at = from
  while (at < text.length) {
    const character = text[at] ?? ''
    if (character === '"') return { end: at + 1, isClosed: true }
    if (character < ' ') break
    if (character !== '\\') at += 1
    else if (/[\\"/bfnrt]/.test(text[at + 1] ?? '')) at += 2
    else if (/^u[\da-fA-F]{4}$/.test(text.slice(at + 1, at + 6))) at += 6
    else break
  }
  return { end: at, isClosed: false }
}

/** Line and column, both counted from 1, as editors do. */
export function placeIn(text: string, at: number): { line: number; column: number } {
  const before = text.slice(0, at)
  const lines = before.split('\n')
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
}
