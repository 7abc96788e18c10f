// How each operation is called, with curl and with the SDK: for the reference as a page and the interactive one. The
// values are the examples of the API description.
import { sdkMethod } from '../openapi/sdk-method.ts'
import type { ApiDescription, Operation, Schema } from './reference-page.ts'

type Sample = { lang: 'sh' | 'ts'; label: string; source: string }
type Route = { method: string; path: string; operation: Operation }

const exampleId = '0199b1c2-6f3a-7c41-9d2e-5b8a4f0e7d10'

export function codeSamples(api: ApiDescription, route: Route, baseUrl: string): Sample[] {
  return [
    { lang: 'sh', label: 'curl', source: curlCall(api, route, baseUrl) },
    { lang: 'ts', label: 'TypeScript', source: sdkCall(api, route) },
  ]
}

/** The document for the interactive reference, which shows what is in `x-codeSamples`. */
export function withSdkCalls(api: ApiDescription): object {
  const paths = Object.entries(api.paths).map(([path, methods]) => {
    const operations = Object.entries(methods).map(([method, operation]) => {
      const source = sdkCall(api, { method: method.toUpperCase(), path, operation })
      return [method, { ...operation, 'x-codeSamples': [{ lang: 'ts', label: 'SDK (TypeScript)', source }] }]
    })
    return [path, Object.fromEntries(operations)]
  })
  return { ...api, paths: Object.fromEntries(paths) }
}

const isPortal = (api: ApiDescription) => api.servers[0]?.url.endsWith('/portal') ?? false

function curlCall(api: ApiDescription, { method, path, operation }: Route, baseUrl: string): string {
  const url = `${baseUrl}${api.servers[0]?.url}${filled(path)}${queryOf(operation)}`
  const { content, example, media } = bodyOf(operation)
  const lines = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} "${url}"`,
    ...(operation.security?.length === 0 ? [] : [credentialsOf(api, operation)]),
    ...(hasIdempotencyKey(operation) ? ["-H 'Idempotency-Key: order-2026-0042'"] : []),
  ]
  if (content === 'multipart/form-data')
    lines.push(isOneFile(media) ? '-F file=@purchase-order.pdf' : formFields(media).join(' '))
  else if (content !== undefined) lines.push(`-H 'Content-Type: ${content}'`)
  if (content === 'text/csv') lines.push('--data-binary @count.csv')
  if (content === 'application/json')
    lines.push(`-d '${JSON.stringify(example ?? {}).replaceAll("'", "'\\''")}'`)
  const isFile = !('application/json' in successOf(operation)) && Object.keys(successOf(operation)).length > 0
  if (isFile && path !== '/live') lines.push('-OJ')
  return lines.join(' \\\n  ')
}

function credentialsOf(api: ApiDescription, { security }: Operation): string {
  if (security?.every((one) => 'session' in one)) return '-b cookies.txt'
  return `-H "Authorization: Bearer $${isPortal(api) ? 'KEY' : 'STAFF_KEY'}"`
}

const clientOf = (api: ApiDescription, path: string) =>
  /^\/sandbox\b/.test(path)
    ? ['AndenSandbox', '@anden/sdk/sandbox', 'ANDEN_KEY']
    : isPortal(api)
      ? ['Anden', '@anden/sdk', 'ANDEN_KEY']
      : ['Backoffice', '@anden/sdk/backoffice', 'ANDEN_STAFF_KEY']

function sdkCall(api: ApiDescription, route: Route): string {
  const { path, operation } = route
  const [client, module, key] = clientOf(api, path)
  const lines = [
    `import { ${client} } from '${module}'`,
    '',
    `const anden = new ${client}({ baseUrl: process.env['ANDEN_URL'] ?? '', apiKey: process.env['${key}'] ?? '' })`,
    '',
  ]
  if (path === '/live') lines.push('for await (const change of anden.live()) console.log(change)')
  else lines.push(`${hasResult(operation) ? 'const result = ' : ''}await ${sdkExpression(api, route)}`)
  return lines.join('\n')
}

/** `anden.orders.create({ … })` */
export function sdkExpression(api: ApiDescription, route: Route): string {
  const list = route.path.replace(/\.csv$/, '')
  const operation = list === route.path ? undefined : api.paths[list]?.['get']
  if (operation) return `${sdkExpression(api, { ...route, path: list, operation })}.csv()`
  return `anden.${sdkMethodName(api, route)}(${argumentsOf(route).join(', ')})`
}

/** `orders.create` */
export function sdkMethodName(api: ApiDescription, { path, operation }: Route): string {
  if (path === '/live') return 'live'
  const { resource, name } = sdkMethod(path, operation.operationId, answersList(api, operation))
  return [...resource, name].join('.')
}

function answersList(api: ApiDescription, operation: Operation): boolean {
  const json = successOf(operation)['application/json']
  if (!json) return true
  const { data, entries } =
    api.components.schemas[json.schema?.$ref?.split('/').at(-1) ?? '']?.properties ?? {}
  return (data ?? entries)?.type === 'array'
}

function argumentsOf({ method, path, operation }: Route): string[] {
  const ids = [...path.matchAll(/\{(\w+)\}/g)].map(() => `'${exampleId}'`)
  const { content, example, media } = bodyOf(operation)
  const query = requiredQuery(operation)
  const queryArgument = query.length > 0 ? [literal(Object.fromEntries(query))] : []
  if (content === 'text/csv') return ["'sku,quantity\\nMAL-RES-750,118'", ...queryArgument]
  if (content === 'multipart/form-data')
    return [...ids, isOneFile(media) ? "new Blob(['%PDF-1.7'])" : 'new FormData()']
  if (method === 'GET') return [...ids, ...queryArgument]
  return content === undefined ? ids : [...ids, literal(example ?? {})]
}

function bodyOf({ requestBody }: Operation) {
  const [content, media] = Object.entries(requestBody?.content ?? {})[0] ?? []
  return { content, example: media?.example, media }
}

/** Its required fields, as they are sent, and its first file. */
function formFields(media: { schema?: Schema } | undefined): string[] {
  const { properties = {}, required = [] } = media?.schema ?? {}
  const file = Object.keys(properties).find((name) => properties[name]?.format === 'binary')
  const fields = required.map((name) => `-F '${name}=${exampleOfField(properties[name] ?? {})}'`)
  return file === undefined ? fields : [...fields, `-F ${file}=@${file}.pdf`]
}

const exampleOfField = ({ type, examples }: Schema) => (type === 'array' ? '[]' : (examples?.[0] ?? '…'))

/** Any other form has fields, too. */
const isOneFile = (media: { schema?: Schema } | undefined) =>
  media?.schema?.properties?.['file'] !== undefined

const requiredQuery = ({ parameters }: Operation): [string, unknown][] =>
  parameters
    .filter(({ in: place, required }) => place === 'query' && required)
    .map(({ name, schema }) => [name, exampleOfParameter(schema)])

function exampleOfParameter({ examples, format, enum: values, type, items }: Schema): unknown {
  if (type === 'array') return [exampleOfParameter(items ?? {})]
  return examples?.[0] ?? values?.[0] ?? (format === 'uuid' ? exampleId : 'malbec')
}

const queryOf = (operation: Operation) => {
  const pairs = requiredQuery(operation).map(([name, value]) => `${name}=${[value].flat().join(`&${name}=`)}`)
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}

const filled = (path: string) => path.replace(/\{\w+\}/g, exampleId)
const hasIdempotencyKey = ({ parameters }: Operation) =>
  parameters.some(({ name, required }) => name === 'Idempotency-Key' && required)
const hasResult = ({ responses }: Operation) => !Object.hasOwn(responses, '204')

function successOf({ responses }: Operation) {
  const status = Object.keys(responses).sort()[0] ?? ''
  return responses[status]?.content ?? {}
}

/** A value as a programmer writes it: no quotes around names, single quotes around texts. */
function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  if (typeof value === 'string') return `'${value.replace(/['\\]/g, '\\$&').replaceAll('\n', '\\n')}'`
  if (typeof value !== 'object' || value === null) return String(value)
  const members = Object.entries(value).map(
    ([name, member]) => `${/^[a-z_$][\w$]*$/i.test(name) ? name : `'${name}'`}: ${literal(member)}`,
  )
  const line = `{ ${members.join(', ')} }`
  if (members.length === 0) return '{}'
  return line.length <= 90 ? line : `{\n${members.join(',\n').replace(/^/gm, '  ')},\n}`
}
