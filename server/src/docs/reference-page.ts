// One API as a Markdown page, from its OpenAPI document: the same facts as the interactive reference, but in the search
// of the docs, and readable by programs as `.md`.
import { type ProblemCode, problemEntry } from '@anden/contract'
import { codeSamples, sdkMethodName } from './code-samples.ts'

export type Schema = {
  $ref?: string
  type?: string | string[]
  format?: string
  description?: string
  enum?: unknown[]
  'x-extensible-enum'?: unknown[]
  const?: unknown
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  default?: unknown
  minimum?: number
  maximum?: number
  examples?: unknown[]
}
type Media = { schema?: Schema; example?: unknown; examples?: Record<string, { value: unknown }> }
export type Operation = {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  /** Empty: without credentials. */
  security?: Record<string, unknown>[]
  parameters: { name: string; in: string; required: boolean; description?: string; schema: Schema }[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, { content?: Record<string, Media> }>
}
export type ApiDescription = {
  info: { title: string; summary: string; description: string }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

export function referenceMarkdown(api: ApiDescription, baseUrl: string): string {
  const listed = Object.entries(api.paths).filter(([path]) => !path.endsWith('.csv'))
  const operations = listed.flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
  const groups = api.tags.map(({ name, description }) =>
    [
      `## ${name[0]?.toUpperCase()}${name.slice(1)}`,
      `${description}.`,
      ...operations
        .filter(({ operation }) => operation.tags.includes(name))
        .map(({ method, path, operation }) => operationText(api, { method, path, operation }, baseUrl)),
    ].join('\n\n'),
  )
  const schemas = Object.entries(api.components.schemas)
    .filter(([, schema]) => schema.properties || schema.anyOf)
    .map(([name, schema]) =>
      [`### ${name}`, schema.description ?? '', schema.properties ? fields(schema) : typeOf(schema)]
        .filter(Boolean)
        .join('\n\n'),
    )
  return `${[
    `# ${api.info.title}`,
    `${api.info.summary} Each operation has its call with curl and with the [SDK](/docs/en/guides/sdk). Paths below are relative to \`${api.servers[0]?.url}\`. To send requests from the browser, open the [interactive reference](/docs/reference/).`,
    ...groups,
    '## Schemas',
    ...schemas,
  ].join('\n\n')}\n`
}

const csvText = (path: string) => `As CSV: \`${path}.csv\`, or \`Accept: text/csv\`.`

type Route = { method: string; path: string; operation: Operation }

function operationText(api: ApiDescription, route: Route, baseUrl: string): string {
  const { method, path, operation } = route
  const { summary, description, parameters, requestBody, responses } = operation
  const parts = [
    `### ${method} ${path}`,
    `${summary}. In the SDK: \`${sdkMethodName(api, route)}\`.`,
    description ?? '',
  ]
  if (parameters.length > 0) {
    const rows = parameters.map(({ name, in: place, required, description: text = '', schema }) => [
      `\`${name}\`${required ? ' (required)' : ''}`,
      place,
      typeOf(schema),
      text,
    ])
    parts.push(table(['Parameter', 'In', 'Type', 'Meaning'], rows))
  }
  for (const [media, { schema = {} }] of Object.entries(requestBody?.content ?? {}))
    parts.push(`Body, \`${media}\`: ${typeOf(schema)}.`)
  const samples = codeSamples(api, route, baseUrl).map(
    ({ lang, label, source }) => `#### ${label}\n\n${fenced(lang, source)}`,
  )
  parts.push('<!-- tabs -->', ...samples, '<!-- /tabs -->')
  const [success] = Object.entries(responses).filter(([status]) => status.startsWith('2'))
  if (success) parts.push(successText(success), `${path}.csv` in api.paths ? csvText(path) : '')
  const codes = problemsOf(responses)
  if (codes.length > 0) {
    const links = codes.map((code) => `${problemEntry(code).status} [\`${code}\`](/docs/en/errors/${code})`)
    parts.push(`Errors: ${links.join(', ')}.`)
  }
  return parts.filter(Boolean).join('\n\n')
}

const fenced = (language: string, code: string) => `\`\`\`${language}\n${code}\n\`\`\``

function successText([status, { content = {} }]: [string, { content?: Record<string, Media> }]): string {
  const replies = Object.entries(content).map(([media, { schema = {} }]) =>
    media === 'application/json' ? typeOf(schema) : `\`${media}\``,
  )
  const returned = `Returns ${status}${replies.length > 0 ? `: ${replies.join(', or ')}` : ' without a body'}.`
  const example = content['application/json']?.example
  return example === undefined
    ? returned
    : `${returned}\n\n${fenced('json', JSON.stringify(example, null, 2))}`
}

export function problemsOf(responses: Operation['responses']): ProblemCode[] {
  const names = Object.values(responses).flatMap(({ content }) =>
    Object.keys(content?.['application/problem+json']?.examples ?? {}),
  )
  // In names of examples, the first slash is a dot.
  return [...new Set(names)].map((name) => name.replace('.', '/') as ProblemCode)
}

function fields({ properties = {}, required = [] }: Schema): string {
  const rows = Object.entries(properties).map(([name, schema]) => [
    `\`${name}\`${required.includes(name) ? '' : ' (optional)'}`,
    typeOf(schema),
    schema.description ?? '',
  ])
  return table(['Field', 'Type', 'Meaning'], rows)
}

function typeOf(schema: Schema): string {
  if (schema.$ref) return schemaLink(schema.$ref.split('/').at(-1) ?? '')
  const options = schema.anyOf ?? schema.oneOf
  if (options) return [...new Set(options.map(typeOf))].join(' or ')
  if (schema.allOf) return schema.allOf.map(typeOf).join(' and ')
  const values = schema.enum ?? schema['x-extensible-enum']
  if (values) return values.map((value) => `\`${value}\``).join(', ')
  if (schema.const !== undefined) return `\`${schema.const}\``
  const types = [schema.type ?? 'any'].flat()
  if (types.includes('array')) {
    const rest = types.filter((type) => type !== 'array')
    return [`list of ${typeOf(schema.items ?? {})}`, ...rest].join(' or ')
  }
  const named = types.map((type) => (type === 'string' && schema.format ? schema.format : type)).join(' or ')
  return named + bounds(schema)
}

const schemaLink = (name: string) => `[${name}](#${name.toLowerCase()})`

function bounds({ minimum, maximum, default: fallback }: Schema): string {
  const range = minimum !== undefined && maximum !== undefined ? `${minimum} to ${maximum}` : ''
  const texts = [range, fallback === undefined ? '' : `default \`${JSON.stringify(fallback)}\``].filter(
    Boolean,
  )
  return texts.length > 0 ? ` (${texts.join(', ')})` : ''
}

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.map(cell).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

const cell = (text: string) => text.replaceAll('|', '\\|').replace(/\s*\n\s*/g, ' ')
