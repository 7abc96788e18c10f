// generated/portal.ts, sandbox.ts and backoffice.ts: the routes as a table, from which the client makes its methods, and
// the types of those methods.
import { type OpenApi, type Operation, type Route, routesOf, type Schema } from './documents.ts'
import { type Method, methodOf, rowsOf } from './method.ts'
import { comment, indent, membersOf, typeOf } from './typescript.ts'

type Entry = Method & { route: Route }
type Tree = { [name: string]: Tree | Entry }

const isEntry = (node: Tree | Entry): node is Entry => typeof node['kind'] === 'string'
const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

type Part = { api: 'Portal' | 'Backoffice'; part?: string; includes?: (path: string) => boolean }

export function resourceTypes(document: OpenApi, { api, part = api, includes = () => true }: Part): string {
  // The live stream is no request with one response: the client has a method of its own for it.
  const entries = routesOf(document)
    .filter(({ path }) => path !== '/live' && includes(path))
    .map((route): Entry => ({ ...methodOf(route), route }))
  const tree = treeOf(entries)
  const body = [
    ...entries.map(({ route }) => queryType(route.operation)),
    ...interfacesOf(tree, api),
    `/** The resources of the API. Their methods are made from \`${part.toLowerCase()}Routes\`. */
export abstract class ${part}Resources {
${Object.keys(tree)
  .map((name) => `  declare readonly ${name}: ${api}${capitalized(name)}\n`)
  .join('')}}
`,
    `/** How each method is sent: see \`resources.ts\`. */
export const ${part.toLowerCase()}Routes = ${tableOf(tree)} as const
`,
  ].filter(Boolean)
  const text = body.join('\n')
  return `${importsFor(text)}\n${text}`
}

function treeOf(entries: Entry[]): Tree {
  const tree: Tree = {}
  for (const entry of entries) {
    let node = tree
    for (const name of entry.resource) {
      node[name] ??= {}
      node = node[name] as Tree
    }
    node[entry.name] = entry
  }
  return tree
}

const queryName = ({ operationId }: Operation) => `${capitalized(operationId)}Query`
const queryOf = ({ parameters = [] }: Operation) => parameters.filter((one) => one.in === 'query')

/** A parameter that takes several values also takes one. */
const oneOrSeveral = (schema: Schema): Schema =>
  schema.type === 'array' && schema.items ? { anyOf: [schema.items, schema] } : schema

function queryType(operation: Operation): string {
  const query = queryOf(operation)
  if (query.length === 0) return ''
  const properties = query.map(
    ({ name, description, schema }) => [name, { ...oneOrSeveral(schema), description }] as const,
  )
  const required = query.filter((one) => one.required).map(({ name }) => name)
  return `export interface ${queryName(operation)} ${membersOf({ properties: Object.fromEntries(properties), required }, 'input')}\n`
}

/** One interface for each resource, those inside it first. */
function interfacesOf(tree: Tree, prefix: string): string[] {
  return Object.entries(tree).flatMap(([name, node]) => {
    if (isEntry(node)) return []
    const own = `${prefix}${capitalized(name)}`
    const members = Object.entries(node).map(([key, member]) =>
      isEntry(member) ? signatureOf(member) : `readonly ${key}: ${own}${capitalized(key)}\n`,
    )
    return [...interfacesOf(node, own), `export interface ${own} {\n${indent(members.join(''))}}\n`]
  })
}

function signatureOf({ name, kind, flag, route }: Entry): string {
  const { path, operation } = route
  const options = flag === '!' ? 'options?: IdempotentOptions' : 'options?: CallOptions'
  const parameters = [...pathParameters(path), ...inputOf(kind, operation), options]
  const text = [operation.summary, operation.description].filter(Boolean).join('.\n\n')
  const documentation = comment(`${text}\n\n\`${route.method} ${path}\``)
  return `${documentation}${name}(${parameters.join(', ')}): ${resultOf(kind, operation)}\n`
}

/** `/webhooks/{id}/deliveries/{delivery_id}`: webhookId, deliveryId. The only one, if it is the last, is `id`. */
function pathParameters(path: string): string[] {
  const segments = path.split('/')
  const names = segments.flatMap((segment, index) => {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1]
    if (name === undefined) return []
    if (name !== 'id') return [name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())]
    return [segments[index + 2] ? `${segments[index - 1]?.replace(/s$/, '')}Id` : 'id']
  })
  return names.map((name) => `${name}: string`)
}

/** A form of several fields and files is made by the caller. */
const hasFields = ({ requestBody }: Operation) =>
  requestBody?.content['multipart/form-data']?.schema.properties?.['file'] === undefined

function inputOf(kind: Method['kind'], operation: Operation): string[] {
  const query = queryOf(operation)
  const mark = query.some((one) => one.required) ? '' : '?'
  const queryParameter = `query${mark}: ${query.length > 0 ? queryName(operation) : 'NoQuery'}`
  if (kind === 'CSV') return ['csv: string | Blob', queryParameter]
  if (kind === 'FILE') return [hasFields(operation) ? 'form: FormData' : 'file: Blob']
  if (kind === 'DELETE') return []
  if (kind !== 'POST' && kind !== 'PATCH') return [queryParameter]
  const { content, required } = operation.requestBody ?? { content: {} }
  const schema = content['application/json']?.schema
  return [schema ? `body${required ? '' : '?'}: ${typeOf(schema, 'input')}` : 'body?: NoBody']
}

function resultOf(kind: Method['kind'], operation: Operation): string {
  if (kind === 'BLOB') return 'Call<Blob>'
  if (kind === 'STREAM') return 'Call<ReadableStream<Uint8Array>>'
  const types = Object.entries(operation.responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([, { content }]) => content?.['application/json'])
    .map((json) => (json ? typeOf(json.schema, 'output') : 'void'))
  const row = kind === 'LIST' || kind === 'ROWS' ? rowsOf(operation) : undefined
  return row ? `ListCall<${typeOf(row, 'output')}, ${types.join(' | ')}>` : `Call<${types.join(' | ')}>`
}

/** Methods before resources: the same entries side by side everywhere compress better. */
function tableOf(tree: Tree, base = ''): string {
  const isResource = (node: Tree | Entry) => Number(!isEntry(node))
  const entries = Object.entries(tree).sort(([, one], [, other]) => isResource(one) - isResource(other))
  const members = entries.map(([name, node]) =>
    isEntry(node)
      ? `${name}: '${`${node.kind}${node.flag} ${shortPath(node, base)}`.trimEnd()}',\n`
      : `${name}: ${tableOf(node, `${base}/${name}`)},\n`,
  )
  return `{\n${indent(members.join(''))}}`
}

/** As `resources.ts` reads it: from the path of the resource on, if it begins so, and without the name of the method. */
function shortPath({ name, route }: Entry, base: string): string {
  const last = name.replace(/[A-Z]/g, '-$&').toLowerCase()
  const path = route.path.endsWith(`/${last}`) ? `${route.path.slice(0, -last.length)}.` : route.path
  const ofEach = base.replace(/\/\w+$/, '/{id}$&')
  if (base !== '' && `${path}/`.startsWith(`${ofEach}/`)) return `:${path.slice(ofEach.length)}`
  return `${path}/`.startsWith(`${base}/`) ? path.slice(base.length + 1) : path
}

function importsFor(text: string): string {
  const code = text.replace(/\/\*\*[\s\S]*?\*\//g, '').replace(/'[^']*'/g, '')
  const declared = new Set([...code.matchAll(/(?:interface|class) (\w+)/g)].map(([, name]) => name))
  const used = [...new Set(code.match(/\b[A-Z]\w+/g))].filter((name) => !declared.has(name)).sort()
  const from = (names: string[]) => used.filter((name) => names.includes(name)).join(', ')
  const calls = ['Call', 'ListCall']
  const options = ['CallOptions', 'IdempotentOptions', 'NoBody', 'NoQuery']
  const builtIn = ['Blob', 'FormData', 'Array', 'Record', 'ReadableStream', 'Uint8Array']
  const schemas = used.filter((name) => ![...calls, ...options, ...builtIn].includes(name))
  return `import type { ${from(['Call'])} } from '../call.ts'
import type { ${from(['ListCall'])} } from '../list-call.ts'
import type { ${from(options)} } from '../options.ts'
import type {
${schemas.map((name) => `  ${name},\n`).join('')}} from './schemas.ts'
`
}
