// Each fault of an input in words that say what to change.
import { notBlank } from '@anden/contract'

export const decimalsOf = (step: number) => Math.round(-Math.log10(step))

const longestNameShown = 200

/** A member's name as a step of a JSON Pointer. Only the start of an overlong one: 1 MiB of it helps nobody. */
export function memberPointer(name: string): string {
  const shown = name.length > longestNameShown ? `${name.slice(0, longestNameShown)}…` : name
  return `/${shown.replaceAll('~', '~0').replaceAll('/', '~1')}`
}

export const patternHint = (pattern: string) =>
  pattern === notBlank ? 'must not be blank' : 'must not start or end with whitespace'

/** PostgreSQL has no place for U+0000 in a text, nor its jsonb for half a surrogate pair. */
export function unstorableHint(text: string): string | null {
  if (text.includes('\0')) return 'must not contain the character U+0000'
  return text.isWellFormed() ? null : 'must be well-formed Unicode text'
}

const typeHints: Record<string, string> = {
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  string: 'a string',
  array: 'an array',
  object: 'an object',
  null: 'null',
}

export const typeHint = (types: readonly string[]) =>
  `must be ${types.map((one) => typeHints[one] ?? one).join(' or ')}`
