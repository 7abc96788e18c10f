// Input has one form before it is checked, compared and stored. UUIDs are in lower case, as PostgreSQL returns them. Texts of
// one line have the form of the contract (`normalLine`): two spellings of a SKU that look the same are the same SKU.
import { normalForms, normalLine } from '@anden/contract/values'
import type { TSchema } from 'typebox'

type Shape = {
  format?: string
  maxLength?: number
  maxItems?: number
  properties?: Record<string, Shape>
  items?: Shape
}
type Change = (value: unknown) => unknown

/** Accepts any value: what does not match the schema is left as it is, and rejected by the check afterwards. */
export function normalInput(schema: TSchema): Change {
  return changeOf(schema as Shape) ?? ((value) => value)
}

/** null: the schema contains nothing that has another form. */
function changeOf(shape: Shape): Change | null {
  const { properties, items, maxItems = Number.POSITIVE_INFINITY } = shape
  const change = textChange(shape)
  if (change) return (value) => (typeof value === 'string' ? change(value) : value)
  if (items) {
    const change = changeOf(items)
    return change && ((value) => (isArrayUpTo(maxItems, value) ? value.map(change) : value))
  }
  const changes = Object.entries(properties ?? {}).flatMap(([name, property]) => {
    const change = changeOf(property)
    return change ? [{ name, change }] : []
  })
  if (changes.length === 0) return null
  return (value) => {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
    const changed: Record<string, unknown> = { ...value }
    for (const { name, change } of changes) if (name in changed) changed[name] = change(changed[name])
    return changed
  }
}

/** null: texts of this format are written in one way. */
export function textChange({ format = '', maxLength = 0 }: Shape): ((text: string) => string) | null {
  if (format === 'uuid') return (text) => text.toLowerCase()
  const normal = normalForms[format]
  // A blank text stays one, so that the check can say what is wrong with it.
  return normal ? (text) => formUpTo(maxLength, text, normal) || (text && ' ') : null
}

/**
 * Composing takes quadratic time for a long run of accents. A character has up to four parts: what is longer than four times
 * the limit is too long in any form, and left as it is.
 */
const formUpTo = (maxLength: number, text: string, normal: (text: string) => string) =>
  text.length <= 4 * maxLength ? normal(text) : text

export const lineUpTo = (maxLength: number, text: string) => formUpTo(maxLength, text, normalLine)

const isArrayUpTo = (maxItems: number, value: unknown): value is unknown[] =>
  Array.isArray(value) && value.length <= maxItems
