// Which members of a reply an agent gets, written as a selection set of GraphQL: `id products { sku name }`. An agent reads all
// that it gets, so a tool leaves out what it needs nobody for. A member that the contract does not have fails at the start.
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

/** The schema of what is selected. */
export function selectedSchema(selection: Selection | null, schema: TSchema): JsonSchema {
  const { type, description, items, properties = {}, required = [] } = schema as JsonSchema
  if (selection === null) return openSchema(schema)
  const shown = description === undefined ? {} : { description }
  if (items) return { type, ...shown, items: selectedSchema(selection, items as TSchema) }
  const members = [...selection].map(([name, inner]) => {
    const member = properties[name]
    if (!member) throw new Error(`There is no member ${name} among ${Object.keys(properties).join(', ')}.`)
    return [name, selectedSchema(inner, member as TSchema)] as const
  })
  return {
    type,
    ...shown,
    properties: Object.fromEntries(members),
    required: required.filter((name) => selection.has(name)),
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

/** Without what only the API reference shows. Members may be added to replies, so none is forbidden. */
function openSchema(schema: TSchema): JsonSchema {
  const { additionalProperties: _, ...rest } = publishedSchema(schema)
  return {
    ...rest,
    ...(rest.items ? { items: openSchema(rest.items as TSchema) } : {}),
    ...(rest.properties ? { properties: eachOf(rest.properties, openSchema) } : {}),
  }
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
