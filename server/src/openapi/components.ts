// Schemas with a title become components, and every use of them a reference.
type Json = unknown

export function componentRegistry() {
  const schemas: Record<string, Json> = {}

  function refer(schema: Json): Json {
    if (Array.isArray(schema)) return schema.map(refer)
    if (schema === null || typeof schema !== 'object') return schema
    const { title, ...rest } = schema as { title?: unknown } & Record<string, Json>
    // A `title` that is not a string is a property that happens to have this name.
    if (typeof title !== 'string') return members(schema as Record<string, Json>)
    const known = schemas[title]
    const body = { title, ...members(rest) }
    if (known && JSON.stringify(known) !== JSON.stringify(body)) {
      throw new Error(`two different schemas have the title ${title}`)
    }
    schemas[title] = body
    return { $ref: `#/components/schemas/${title}` }
  }

  const members = (object: Record<string, Json>) =>
    Object.fromEntries(
      Object.entries(object).map(([name, value]) => [name, isLiteral(name) ? value : refer(value)]),
    )

  return { refer, schemas }
}

const isLiteral = (name: string) => ['examples', 'enum', 'default', 'required', 'const'].includes(name)

// An example value for a schema: the first of its `examples` if it has any, otherwise composed from its parts.
type Schema = {
  type?: string | string[]
  format?: string
  enum?: unknown[]
  examples?: unknown[]
  default?: unknown
  properties?: Record<string, Schema>
  items?: Schema
}

export function exampleOf(jsonSchema: unknown): unknown {
  const schema = jsonSchema as Schema
  if (schema.examples?.length) return schema.examples[0]
  if (schema.default !== undefined) return schema.default
  if (schema.enum) return schema.enum[0]
  switch ([schema.type].flat()[0]) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, property]) => [name, exampleOf(property)]),
      )
    case 'array':
      return [exampleOf(schema.items ?? {})]
    case 'boolean':
      return false
    case 'integer':
    case 'number':
      return 0
    default:
      return [schema.type].flat().includes('null') ? null : 'text'
  }
}
