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
