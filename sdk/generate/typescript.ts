// A JSON Schema as a TypeScript type. Only what the contract uses: objects, arrays, enums, scalars, null, references.
import { namedSchemas, type Schema } from './documents.ts'

/** `output`: the service may add values to an enum. `input`: a misspelt value must not compile. */
export type Direction = 'input' | 'output'

/** Types whose name in the contract is also that of a global. */
const renamed: Record<string, string> = { Event: 'AndenEvent' }
export const typeName = (schemaName: string) => renamed[schemaName] ?? schemaName

const scalars: Record<string, string> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
}

export function typeOf(schema: Schema, direction: Direction): string {
  if (schema.$ref) return referenceType(schema.$ref.split('/').at(-1) ?? '')
  if (schema.anyOf) return schema.anyOf.map((one) => typeOf(one, direction)).join(' | ')
  if (schema.const !== undefined) return `'${schema.const}'`
  const known = schema['x-extensible-enum']
  if (known) return enumType([schema.type].flat().includes('null') ? [...known, null] : known, 'output')
  if (schema.enum) return enumType(schema.enum, direction)
  return [schema.type ?? 'object']
    .flat()
    .map(
      (type) =>
        scalars[type] ?? (type === 'array' ? arrayType(schema, direction) : objectType(schema, direction)),
    )
    .join(' | ')
}

/** The type of a name is never null, so that it can be used by itself; its members say where null can be. */
function referenceType(name: string): string {
  const isNullable = [namedSchemas[name]?.type ?? []].flat().includes('null')
  return isNullable ? `${typeName(name)} | null` : typeName(name)
}

function enumType(values: (string | null)[], direction: Direction): string {
  const known = values.filter((value) => value !== null).map((value) => `'${value}'`)
  const open = direction === 'output' && known.length > 1
  const strings = open ? `Open<${known.join(' | ')}>` : known.join(' | ')
  return values.includes(null) ? `${strings} | null` : strings
}

function arrayType({ items = {} }: Schema, direction: Direction): string {
  const item = typeOf(items, direction)
  return /^[\w]+$/.test(item) ? `${item}[]` : `Array<${item}>`
}

function objectType(schema: Schema, direction: Direction): string {
  return schema.properties ? membersOf(schema, direction) : 'Record<string, unknown>'
}

export function membersOf({ properties = {}, required = [] }: Schema, direction: Direction): string {
  const members = Object.entries(properties).map(([name, schema]) => {
    const type = typeOf(schema, direction)
    const member = required.includes(name) ? `${name}: ${type}` : `${name}?: ${type} | undefined`
    return `${comment(meaningOf(schema))}${member}\n`
  })
  return `{\n${indent(members.join(''))}}`
}

/** The type itself says which values an enum has, and that there can be others. */
const meaningOf = ({ description, ...schema }: Schema) =>
  schema['x-extensible-enum']
    ? description?.replace(/(^|\. )(One of [^.]*\. )?Values may be added: .*$/, '')
    : description

export const indent = (text: string) => text.replace(/^(?=.)/gm, '  ')

/** A documentation comment with the line break after it; empty without a text. */
export function comment(text: string | undefined): string {
  const lines = (text ?? '').replaceAll('*/', '*\\/').split('\n')
  if (!text) return ''
  if (lines.length === 1) return `/** ${text} */\n`
  return `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join('\n')}\n */\n`
}
