// The columns of a list as CSV come from the schema of its rows, so that the two cannot differ: one column per property,
// in the order of the schema. The properties of an object become columns of their own, named `products.sku`.
import type { TSchema } from 'typebox'

export type CsvColumn = { name: string; path: readonly string[] }

type ObjectSchema = { properties?: Record<string, TSchema> }

export function csvColumns(schema: TSchema, path: readonly string[] = []): CsvColumn[] {
  // An object without declared properties, such as the payload of an event, is one column.
  const { properties } = schema as ObjectSchema
  if (properties === undefined) return [{ name: path.join('.'), path }]
  return Object.entries(properties).flatMap(([name, property]) => csvColumns(property, [...path, name]))
}

export function valueAt(row: unknown, path: readonly string[]): unknown {
  let value = row
  for (const name of path) value = (value as Record<string, unknown> | null | undefined)?.[name]
  return value
}
