// Which members of a reply an agent gets, written as a selection set of GraphQL: `id products { sku name }`. An agent reads all
// that it gets, so a tool shows only what is of use. A member that the contract does not have fails when the tools are assembled.
import type { TSchema } from 'typebox'

/** null: the whole value. */
export type Selection = ReadonlyMap<string, Selection | null>

export type JsonSchema = {
  type?: string | readonly string[]
  properties?: Record<string, JsonSchema>
  required?: readonly string[]
  items?: JsonSchema
  format?: string
} & Record<string, unknown>

export function parseSelection(text: string): Selection {
  const tokens = text.match(/[{}]|[^\s{}]+/g) ?? []
  let next = 0
  const members = (): Selection => {
    const found = new Map<string, Selection | null>()
    let latest: string | null = null
    for (; next < tokens.length; next += 1) {
      const token = tokens[next] ?? ''
      if (token === '}') break
      if (token === '{' && latest !== null) {
        next += 1
        found.set(latest, members())
      } else {
        found.set(token, null)
        latest = token
      }
    }
    return found
  }
  return members()
}

/**
 * The schema of what is selected: types and names alone. Descriptions would double what an agent has to read before its first
 * call, and members may be added to replies, so none is forbidden.
 */
export function selectedSchema(selection: Selection | null, schema: TSchema): JsonSchema {
  const { type, items, properties, required, enum: values } = schema as JsonSchema
  if (items) return { type, items: selectedSchema(selection, items as TSchema) }
  if (!properties) return { type, ...(values === undefined ? {} : { enum: values }) }
  const names = selection === null ? Object.keys(properties) : [...selection.keys()]
  const unknown = names.filter((name) => !(name in properties))
  if (unknown.length > 0) throw new Error(`There is no ${unknown} among ${Object.keys(properties)}.`)
  return {
    type,
    properties: Object.fromEntries(
      names.map((name) => [name, selectedSchema(selection?.get(name) ?? null, properties[name] as TSchema)]),
    ),
    required: (required ?? []).filter((name) => names.includes(name)),
  }
}

export function selected(selection: Selection | null, value: unknown): unknown {
  if (selection === null || value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map((one) => selected(selection, one))
  const members = value as Record<string, unknown>
  return Object.fromEntries(
    [...selection].flatMap(([name, inner]) =>
      name in members ? [[name, selected(inner, members[name])]] : [],
    ),
  )
}

/** Of JSON Schema itself: agents refuse, or warn about, formats that they do not know. */
const standardFormats = ['date', 'date-time', 'email', 'uri', 'uuid']

/** A schema of the contract for agents: examples would be half of what an agent has to read. */
export function publishedSchema(schema: TSchema): JsonSchema {
  const { examples: _, title: __, format, items, properties, ...rest } = schema as JsonSchema
  return {
    ...rest,
    ...(format !== undefined && standardFormats.includes(format) ? { format } : {}),
    ...(items ? { items: publishedSchema(items as TSchema) } : {}),
    ...(properties ? { properties: eachOf(properties, publishedSchema) } : {}),
  }
}

const eachOf = (properties: Record<string, JsonSchema>, change: (schema: TSchema) => JsonSchema) =>
  Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, change(one as TSchema)]))
