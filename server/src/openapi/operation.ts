// Operation ids in the form that generated clients expect: `listOrders`, `getOrder`, `createOrder`, `voidRemito`. A path
// names resources in the plural; a POST to a last segment that is not a plural, and makes nothing that has an address and is sent no form, is an action
// on the resource before it.

import { extraShape, Problem, type ProblemCode, type ProblemExtra, problemEntry, Type } from '@anden/contract'
import type { TSchema } from 'typebox'
import { type Route, takesNoBody } from '../http/routing/route.ts'
import { exampleOf } from './components.ts'

const verbs = { POST: 'create', PATCH: 'update', DELETE: 'delete' } as const

export function operationId({ method, path, isList, document, isSheet, hasLocation, form }: Route): string {
  const segments = path.split('/').slice(1)
  const last = segments.at(-1) ?? ''
  const names = segments.flatMap((segment, i) =>
    isParameter(segment) ? [] : [isParameter(segments[i + 1]) ? singular(segment) : segment],
  )
  if (isSheet) return camelCase(['export', ...names.slice(0, -1)])
  if (method === 'GET') {
    // One document of several rows: `listRemitosPdf` beside `getRemitoPdf`.
    const ofSeveral = isList || isPlural(last) || (document !== null && !segments.some(isParameter))
    return camelCase([ofSeveral ? 'list' : 'get', ...names])
  }
  if (method !== 'POST' || isParameter(last)) return camelCase([verbs[method], ...names])
  const resources = names.slice(0, -1)
  if (isPlural(last) || hasLocation || form) return camelCase([verbs.POST, ...resources, singular(last)])
  const [action = '', ...object] = last.split('-')
  return camelCase([action, ...resources, ...object])
}

const isParameter = (segment = '') => segment.startsWith(':')
const isPlural = (segment: string) => segment.endsWith('s')
const singular = (noun: string) => noun.replace(/ies$/, 'y').replace(/s$/, '')

const camelCase = (words: readonly string[]) =>
  words.join('-').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

// Bodies that are streams, of requests and of responses.

/** Describes a streamed request body: a form with one file or with fields and files, plain text, or bytes. */
export const streamedContent = (
  contentTypes: readonly string[],
  form: Route['form'],
  refer: (schema: unknown) => unknown,
) => (form ? formContent(form, refer) : Object.assign({}, ...contentTypes.map(contentOf)))

function formContent({ fields, files }: NonNullable<Route['form']>, refer: (schema: unknown) => unknown) {
  const file = { type: 'string', format: 'binary' }
  const asFiles = Object.entries(files).map(([name, maxItems]) => [
    name,
    maxItems === 1 ? file : { type: 'array', items: file, maxItems },
  ])
  const properties = Object.entries(fields.properties).map(([name, schema]) => [name, refer(schema)])
  return {
    'multipart/form-data': {
      schema: {
        type: 'object',
        properties: { ...Object.fromEntries(properties), ...Object.fromEntries(asFiles) },
        required: fields.required ?? [],
        additionalProperties: false,
      },
      encoding: { items: { contentType: 'application/json' } },
    },
  }
}

function contentOf(contentType: string) {
  if (contentType.startsWith('text/')) return { [contentType]: { schema: { type: 'string' } } }
  if (contentType !== 'multipart/form-data')
    return { [contentType]: { schema: { type: 'string', format: 'binary' } } }
  return {
    [contentType]: {
      schema: {
        type: 'object',
        properties: { file: { type: 'string', format: 'binary', description: 'A PDF of at most 10 MiB' } },
        required: ['file'],
        additionalProperties: false,
      },
      encoding: { file: { contentType: 'application/pdf' } },
    },
  }
}

/** Describes server-sent events. OpenAPI 3.1 knows only whole bodies, so the schema of the data is an annotation. */
export function eventContent(event: TSchema, refer: (schema: unknown) => unknown) {
  return {
    'text/event-stream': {
      schema: {
        type: 'string',
        description: 'Each `data` line is a JSON document with the schema in `contentSchema`',
        contentMediaType: 'application/json',
        contentSchema: refer(event),
      },
      example: `id: q2mZ0pLrT5bC7xYdW1nKfA\ndata: ${JSON.stringify(exampleOf(event))}\n\n`,
    },
  }
}

export function lastEventId({ event }: Route) {
  if (!event) return []
  const description = 'The id of the last event that arrived: what has changed since then is reported first'
  return [
    {
      name: 'Last-Event-ID',
      in: 'header',
      required: false,
      description,
      schema: { type: 'string' },
    },
  ]
}

// The error responses of a route: those it declares, and those implied by its credentials, body and idempotency.

function problemCodes(route: Route): ProblemCode[] {
  const codes: ProblemCode[] = ['validation/invalid-parameter', 'validation/headers-too-large']
  if (!route.public) {
    codes.push('auth/missing-credentials', 'auth/invalid-key', 'rate-limit/exceeded', 'server/unavailable')
    codes.push('auth/ambiguous-credentials', 'auth/invalid-session', 'auth/cross-origin')
    if (route.session) codes.push('auth/session-required')
    if (route.session === 'administrator') codes.push('auth/administrator-required')
    if (!route.scope?.startsWith('staff:')) {
      codes.push('auth/client-suspended', 'auth/inspection-required')
      codes.push('sandbox/wrong-environment', 'sandbox/not-created')
      if (route.method !== 'GET') codes.push('auth/read-only')
    }
    if (route.environment === 'live') codes.push('sandbox/live-only')
    else if (!route.scope?.startsWith('staff:')) codes.push('sandbox/resetting')
    if (route.environment === 'sandbox') codes.push('sandbox/live-key')
    if (route.scope) codes.push('auth/insufficient-scope')
  }
  if (route.body) {
    codes.push('validation/malformed-json', 'validation/invalid-body')
    codes.push('validation/unsupported-media-type', 'validation/payload-too-large')
  }
  if (takesNoBody(route)) codes.push('validation/invalid-body', 'validation/payload-too-large')
  if (route.streamed) codes.push('validation/unsupported-media-type')
  if (route.idempotency === 'required') codes.push('idempotency/key-required')
  if (route.idempotency !== 'none') {
    codes.push('idempotency/key-invalid', 'idempotency/key-reused-with-different-body')
    codes.push('idempotency/request-in-progress')
  }
  return [...new Set([...codes, ...route.problems, 'server/internal' as const])]
}

export function problemResponses(route: Route, path: string, refer: (schema: unknown) => unknown) {
  const usual = problemCodes(route).map((code) => ({ status: problemEntry(code).status, code }))
  const conflicts = route.conflicts.map((code) => ({ status: 409, code }))
  const byStatus = Map.groupBy([...usual, ...conflicts], ({ status }) => status)
  return Object.fromEntries(
    [...byStatus]
      .map(([status, entries]) => [status, entries.map(({ code }) => code)] as const)
      .sort(([a], [b]) => a - b)
      .map(([status, codes]) => [String(status), response(status, codes, path, refer)]),
  )
}

function response(status: number, codes: ProblemCode[], path: string, refer: (schema: unknown) => unknown) {
  const extras = [...new Set(codes.flatMap((code) => problemEntry(code).extra ?? []))]
  const headers = [...new Set(codes.flatMap((code) => problemEntry(code).headers ?? []))]
  const common = refer(Problem)
  const more = Object.fromEntries(extras.map((name) => [name, Type.Optional(shapeOf(codes, name))]))
  return {
    description: codes.map((code) => `\`${code}\`: ${problemEntry(code).title}`).join('\n\n'),
    headers: Object.fromEntries(
      ['X-Request-Id', 'X-RateLimit-Limit', ...headers].map((name) => [
        name,
        { $ref: `#/components/headers/${name}` },
      ]),
    ),
    content: {
      'application/problem+json': {
        schema:
          extras.length === 0
            ? { $ref: '#/components/schemas/Problem' }
            : { allOf: [common, refer({ type: 'object', properties: more })] },
        examples: Object.fromEntries(
          codes.map((code) => [code.replace('/', '.'), { value: problemExample(status, code, path) }]),
        ),
      },
    },
  }
}

/** If problems with the same status have different schemas for a member, the response can have any of them. */
function shapeOf(codes: readonly ProblemCode[], name: ProblemExtra): TSchema {
  const carriers = codes.filter((code) => problemEntry(code).extra?.includes(name))
  const shapes = [...new Set(carriers.map((code) => extraShape(code, name)))]
  return shapes.length === 1 && shapes[0] ? shapes[0] : Type.Unsafe({ anyOf: shapes })
}

export function problemExample(
  status: number,
  code: ProblemCode,
  path: string,
  baseUrl = 'http://localhost:3000',
) {
  const { title, detail, extra = [] } = problemEntry(code)
  return {
    type: `${baseUrl}/errors/${code}`,
    title,
    status,
    detail,
    instance: path,
    request_id: 'req_0199b1c26f3a7c419d2e5b8a4f0e7d10',
    ...Object.fromEntries(extra.map((name) => [name, exampleOf(shapeOf([code], name))])),
  }
}
