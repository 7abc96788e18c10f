// UUIDs are case-insensitive, but PostgreSQL returns them in lower case. Those in a body are converted before they are
// used for lookups or comparisons.
import type { TSchema } from 'typebox'

type Shape = { format?: string; properties?: Record<string, Shape>; items?: Shape }
type Change = (value: unknown) => unknown

export function lowerCaseIds(schema: TSchema): Change {
  return changeOf(schema as Shape) ?? ((value) => value)
}

/** null: the schema contains no UUID. */
function changeOf({ format, properties, items }: Shape): Change | null {
  if (format === 'uuid') return (value) => (typeof value === 'string' ? value.toLowerCase() : value)
  if (items) {
    const change = changeOf(items)
    return change && ((value) => (Array.isArray(value) ? value.map(change) : value))
  }
  const changes = Object.entries(properties ?? {}).flatMap(([name, property]) => {
    const change = changeOf(property)
    return change ? [{ name, change }] : []
  })
  if (changes.length === 0) return null
  return (value) => {
    if (value === null || typeof value !== 'object') return value
    const changed: Record<string, unknown> = { ...value }
    for (const { name, change } of changes) if (name in changed) changed[name] = change(changed[name])
    return changed
  }
}
