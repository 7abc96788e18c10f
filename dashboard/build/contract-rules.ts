// `import rules from 'contract:portal/POST /destinatarios'`: what the contract says about one route's body and query.
// Forms and filters take their rules from it, so that no rule is written twice. Only the rules of the named route reach
// the browser: the schemas as a whole would be larger than the page that uses them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const prefix = 'contract:'
const descriptions = join(import.meta.dirname, '../../openapi')

type Schema = { $ref?: string; [member: string]: unknown }
type Operation = {
  parameters?: { name: string; in: string; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}
type Description = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

export function contractRules(): Plugin {
  return {
    name: 'anden:contract-rules',
    enforce: 'pre',
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${prefix}`)) return null
      return `export default ${JSON.stringify(rulesOf(id.slice(prefix.length + 1)))}`
    },
  }
}

/** `portal/POST /destinatarios` → the properties of its body, those that are required, and those of its query. */
function rulesOf(name: string) {
  const [, api = '', method = '', path = ''] = /^(portal|backoffice)\/([A-Z]+) (\/.*)$/.exec(name) ?? []
  const description: Description = JSON.parse(readFileSync(join(descriptions, `${api}.json`), 'utf8'))
  const operation = description.paths[path]?.[method.toLowerCase()]
  if (!operation) throw new Error(`the contract has no route ${name}`)
  const schemas = description.components.schemas
  const body = operation.requestBody?.content['application/json']?.schema
  const query = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query')
  return {
    body: body ? withoutRemarks(body, schemas) : {},
    query: Object.fromEntries(query.map(({ name, schema }) => [name, withoutRemarks(schema, schemas)])),
  }
}

const remarks = new Set(['description', 'examples', 'example', 'title'])

/** Follows references, and leaves out what says nothing about validity. */
function withoutRemarks(value: unknown, schemas: Record<string, Schema>): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutRemarks(item, schemas))
  if (typeof value !== 'object' || value === null) return value
  const { $ref, ...own } = value as Schema
  if ($ref) return withoutRemarks({ ...schemas[$ref.split('/').at(-1) ?? ''], ...own }, schemas)
  return Object.fromEntries(
    Object.entries(own)
      .filter(
        ([member, content]) =>
          !remarks.has(member) || (typeof content === 'object' && !Array.isArray(content)),
      )
      .map(([member, content]) => [member, withoutRemarks(content, schemas)]),
  )
}
