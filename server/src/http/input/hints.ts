// Messages for input faults, worded as what to change.
import { notBlank } from '@anden/contract'

export const decimalsOf = (step: number) => Math.round(-Math.log10(step))

const maxNameLength = 200

/** A member's name as a JSON Pointer token. A long name is truncated: it can be up to 1 MiB. */
export function memberPointer(name: string): string {
  const shown = name.length > maxNameLength ? `${name.slice(0, maxNameLength)}…` : name
  return `/${shown.replaceAll('~', '~0').replaceAll('/', '~1')}`
}

export const patternHint = (pattern: string) =>
  pattern === notBlank ? 'must not be blank' : 'does not have the right form'

/** PostgreSQL stores no U+0000 in text, and no lone surrogate in jsonb. */
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
