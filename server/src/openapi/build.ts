// Builds the OpenAPI document from the same declarations that the server validates and serialises with.

import type { TSchema } from 'typebox'
import { sessionCookie } from '../http/admission/origins.ts'
import type { Principal } from '../http/admission/principal.ts'
import { csvPath, csvTable } from '../http/reads/csv/table.ts'
import { xlsxContentType } from '../http/reads/sheets/sheet-handler.ts'
import type { DescribedRoute, Route } from '../http/routing/route.ts'
import type { Router } from '../http/routing/router.ts'
import { componentRegistry, exampleOf } from './components.ts'
import { eventContent, lastEventId, operationId, problemResponses, streamedContent } from './operation.ts'
import { type Figures, type FigureTexts, figureTexts, headers, texts } from './texts.ts'
import { describeWebhooks, eventOfEveryType } from './webhooks.ts'

type Property = { description?: string; default?: unknown; examples?: unknown; items?: { enum?: unknown } }

/** The routes under another prefix, at which people sign in to either API. */
type SignInRoutes = { prefix: string; routes: readonly DescribedRoute[] }
const signInTag = 'sign-in'
/** Below the path of each API, too (`app/http-server.ts`): not every generator knows servers of an operation. */
const signInPath = '/auth'

export function buildOpenApi<Caller extends Principal>(
  router: Router<Caller>,
  prefix: string,
  settings: Figures,
  signIn: SignInRoutes,
) {
  const figures = figureTexts(settings)
  const { refer, schemas } = componentRegistry()
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of router.routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    paths[path] ??= {}
    paths[path][route.method.toLowerCase()] = operation(route, prefix + path, refer, figures)
    if (route.item) paths[csvPath(path)] = { get: csvOperation(route, prefix + path, refer, figures) }
  }
  for (const route of signIn.routes) {
    paths[signInPath + route.path] = {
      [route.method.toLowerCase()]: {
        ...operation(route, signIn.prefix + route.path, refer, figures),
        operationId: route.operationId,
        tags: [signInTag],
      },
    }
  }
  const { Event: anyEvent } = schemas
  if (anyEvent) schemas['Event'] = eventOfEveryType(refer)
  const { info, credentials, tags } = texts(figures)[router.api]
  const used = new Set([...router.routes.map((route) => tagOf(route.path)), signInTag])
  return {
    openapi: '3.1.0',
    info,
    servers: [{ url: prefix, description: 'This service' }],
    tags: Object.entries(tags)
      .filter(([name]) => used.has(name))
      .map(([name, description]) => ({ name, description })),
    security: [{ apiKey: [] }, { session: [] }],
    paths,
    ...(router.api === 'portal' ? { webhooks: describeWebhooks(refer, figures) } : {}),
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: credentials },
        session: { type: 'apiKey', in: 'cookie', name: sessionCookie('https:'), description: sessionText },
      },
      headers: usedHeaders(paths, figures),
      schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
    },
  }
}

function operation(route: Route, path: string, refer: (schema: unknown) => unknown, figures: FigureTexts) {
  const content = replyContent(route, refer)
  const hasEtag = route.hasEtag || route.document !== null
  const names = ['X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']
  if (hasEtag) names.push('ETag')
  if (route.hasLocation) names.push('Location')
  if (route.idempotency !== 'none') names.push('Idempotency-Replayed')
  const scopes = [route.scope, route.orScope].filter((one) => one !== null)
  const scope =
    scopes.length > 0 ? `Requires the scope ${scopes.map((one) => `\`${one}\``).join(' or ')}.` : ''
  const session = route.session ? sessionNotes[route.session] : ''
  return {
    operationId: operationId(route),
    summary: route.summary,
    description: [route.description, scope, session].filter(Boolean).join('\n\n') || undefined,
    tags: [tagOf(route.path)],
    ...(route.public ? { security: [] } : route.session ? { security: [{ session: [] }] } : {}),
    parameters: [
      ...parameters(route.params, 'path', refer),
      ...parameters(route.query, 'query', refer),
      ...idempotencyKey(route, figures),
      ...lastEventId(route),
      ...(route.document ? [languageParameter('The language of the document: `es` (default) or `en`')] : []),
    ],
    ...requestBody(route, refer),
    responses: {
      [route.status]: {
        description: route.status === 204 ? 'No content' : route.summary,
        headers: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
        ...(content ? { content } : {}),
      },
      ...otherReplies(route, refer),
      ...(hasEtag ? { 304: { description: 'Not modified: the ETag in If-None-Match is current' } } : {}),
      ...problemResponses(route, path, refer),
    },
  }
}

function replyContent({ reply, event, document, isSheet }: Route, refer: (schema: unknown) => unknown) {
  if (event) return eventContent(event, refer)
  if (isSheet)
    return {
      [xlsxContentType]: { schema: { type: 'string', format: 'binary' } },
      'text/csv': { schema: { type: 'string' } },
    }
  if (document) return { [document]: { schema: { type: 'string', format: 'binary' } } }
  if (!reply) return undefined
  return { 'application/json': { schema: refer(reply), example: exampleOf(reply) } }
}

const languageParameter = (description: string) => ({
  name: 'Accept-Language',
  in: 'header',
  required: false,
  description,
  schema: { type: 'string' },
})

function usedHeaders(paths: object, figures: FigureTexts) {
  const text = JSON.stringify(paths)
  return Object.fromEntries(
    Object.entries(headers(figures)).filter(([name]) => text.includes(`"#/components/headers/${name}"`)),
  )
}

function idempotencyKey({ idempotency }: Route, { idempotencyTtl }: FigureTexts) {
  if (idempotency === 'none') return []
  const description = `Any unique string, for example a UUID. The same key with the same body within ${idempotencyTtl} returns the first response again and changes nothing`
  const schema = { type: 'string', minLength: 1, maxLength: 255 }
  return [
    {
      name: 'Idempotency-Key',
      in: 'header',
      required: idempotency === 'required',
      description,
      schema,
      // No example where it is optional: the reference page would send it with every request, and the second one would
      // be a replay.
      ...(idempotency === 'required' ? { example: '5f0c2f0e-8a55-4b1e-9d0b-3c1f7f6a2d11' } : {}),
    },
  ]
}

function otherReplies(route: Route, refer: (schema: unknown) => unknown) {
  const entries = Object.entries(route.otherReplies).map(([status, schema]) => {
    const content = { 'application/json': { schema: refer(schema), example: exampleOf(schema) } }
    return [status, { description: route.summary, content }]
  })
  return Object.fromEntries(entries)
}

function requestBody(route: Route, refer: (schema: unknown) => unknown) {
  if (route.streamed)
    return { requestBody: { required: true, content: streamedContent(route.streamed, route.form, refer) } }
  if (!route.body) return {}
  const content = { 'application/json': { schema: refer(route.body), example: exampleOf(route.body) } }
  return { requestBody: { required: !route.bodyOptional, content } }
}

function parameters(schema: unknown, place: 'path' | 'query', refer: (schema: unknown) => unknown) {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    properties?: Record<string, Property>
    required?: string[]
  }
  // No examples: the reference page would send them, and a made-up id, cursor or date matches nothing.
  return Object.entries(properties).map(([name, { description, examples: _, ...rest }]) => ({
    name,
    in: place,
    required: required.includes(name),
    ...(description ? { description } : {}),
    // Names, which contain no commas: `status=pending,approved`. Both forms are accepted.
    ...(rest.items?.enum ? { explode: false } : {}),
    schema: refer(rest),
  }))
}

const sessionText =
  'The cookie of a person who is signed in (`POST /api/auth/sign-in/email`). Over plain http it has no `__Host-` prefix. Requests that change something must come from a page of the same origin. Somebody of the staff who inspects a client (`POST /clients/{id}/inspect` of the back office) reads the portal with this cookie and the header `Anden-Client: <id of the client>`. With the header `Anden-Environment: sandbox` a request reads and changes the sandbox of the client'

const sessionNotes = {
  user: 'For people who are signed in: an API key gets `auth/session-required`.',
  administrator: 'For administrators who are signed in: an API key gets `auth/session-required`.',
}

const tags: Record<string, string> = {
  health: 'identity',
  me: 'identity',
  session: 'identity',
  balance: 'account',
  balances: 'account',
  transactions: 'account',
  payments: 'account',
  'credit-sales': 'account',
  'credit-notes': 'account',
}

function tagOf(path: string): string {
  const first = path.split('/')[1] ?? ''
  return tags[first] ?? first
}

const csvText =
  'All rows of the filter, with one header line. `;` and a decimal comma with `Accept-Language: es`. The same as the list with `Accept: text/csv`.'

/**
 * A list as CSV, which is a path of its own (`csvPath`): a generated client cannot choose between two content types of one
 * response.
 */
function csvOperation(route: Route, path: string, refer: (schema: unknown) => unknown, figures: FigureTexts) {
  const { responses, parameters, ...json } = operation(route, path, refer, figures)
  const { headers, description } = (responses as Record<string, { headers: object; description: string }>)[
    route.status
  ] ?? { headers: {}, description: '' }
  const { ETag: _, ...sent } = headers as Record<string, unknown>
  const { 304: __, ...others } = responses as Record<string, unknown>
  return {
    ...json,
    operationId: `${json.operationId}Csv`,
    summary: `${route.summary}, as CSV`,
    description: [csvText, route.scope ? `Requires the scope \`${route.scope}\`.` : '']
      .filter(Boolean)
      .join('\n\n'),
    parameters: [
      ...parameters.filter(({ name }) => name !== 'limit'),
      languageParameter('The notation: `en` (default) or `es`'),
    ],
    responses: {
      ...others,
      [route.status]: { description, headers: sent, content: csvContent(route.item ?? {}) },
    },
  }
}

/** With the line that its example in JSON would become. */
function csvContent(item: TSchema) {
  const dialect = { separator: ',', decimalMark: '.' } as const
  const table = csvTable(item)
  const example = table.header(dialect) + table.lines([exampleOf(item)], dialect)
  return { 'text/csv': { schema: { type: 'string' }, example } }
}
