// The OpenAPI document, made from the very declarations that the server validates and serialises by.
import type { Principal } from '../http/principal.ts'
import type { Route, Router } from '../http/router.ts'
import { componentRegistry } from './components.ts'
import { exampleOf } from './example.ts'
import { problemResponses } from './problem-responses.ts'
import { headers, texts } from './texts.ts'

type Property = { description?: string; default?: unknown }

export function buildOpenApi<Who extends Principal>(router: Router<Who>, prefix: string) {
  const { refer, schemas } = componentRegistry()
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of router.routes as readonly Route<never>[]) {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    paths[path] ??= {}
    paths[path][route.method.toLowerCase()] = operation(route, prefix + path, refer)
  }
  const { info, tags } = texts[router.api]
  const used = new Set(router.routes.map((route) => tagOf(route.path)))
  return {
    openapi: '3.1.0',
    info,
    servers: [{ url: prefix, description: 'This service' }],
    tags: Object.entries(tags)
      .filter(([name]) => used.has(name))
      .map(([name, description]) => ({ name, description })),
    security: [{ apiKey: [] }],
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: texts[router.api].credentials },
      },
      headers,
      schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
    },
  }
}

function operation(route: Route<never>, path: string, refer: (schema: unknown) => unknown) {
  const answer = route.reply
    ? { 'application/json': { schema: refer(route.reply), example: exampleOf(route.reply) } }
    : undefined
  const names = ['X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']
  if (route.topic) names.push('ETag')
  const scope = route.scope ? `Needs the scope \`${route.scope}\`.` : ''
  return {
    operationId: operationId(route),
    summary: route.summary,
    description: [route.description, scope].filter(Boolean).join('\n\n') || undefined,
    tags: [tagOf(route.path)],
    ...(route.public ? { security: [] } : {}),
    parameters: [...parameters(route.params, 'path', refer), ...parameters(route.query, 'query', refer)],
    ...(route.body
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: refer(route.body), example: exampleOf(route.body) } },
          },
        }
      : {}),
    responses: {
      [route.status]: {
        description: route.status === 204 ? 'Done' : route.summary,
        headers: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
        ...(answer ? { content: answer } : {}),
      },
      ...(route.topic ? { 304: { description: 'Unchanged since the ETag in If-None-Match' } } : {}),
      ...problemResponses(route, path, refer),
    },
  }
}

function parameters(schema: unknown, place: 'path' | 'query', refer: (schema: unknown) => unknown) {
  const { properties = {} } = (schema ?? {}) as { properties?: Record<string, Property> }
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    required: place === 'path',
    ...(description ? { description } : {}),
    schema: refer(rest),
  }))
}

const tags: Record<string, string> = {
  health: 'identity',
  me: 'identity',
  balance: 'account',
  transactions: 'account',
  payments: 'account',
  'credit-sales': 'account',
  'credit-notes': 'account',
}

function tagOf(path: string): string {
  const first = path.split('/')[1] ?? ''
  return tags[first] ?? first
}

function operationId({ method, path, answer }: Route<never>): string {
  const words = path
    .split('/')
    .filter((part) => part !== '' && !part.startsWith(':'))
    .map(
      (part) =>
        part.charAt(0).toUpperCase() + part.slice(1).replace(/-(\w)/g, (_, letter) => letter.toUpperCase()),
    )
  const verb = {
    GET: answer.kind === 'list' ? 'list' : 'get',
    POST: 'create',
    PATCH: 'update',
    DELETE: 'delete',
  }[method]
  return verb + words.join('') + (/:\w+$/.test(path) && method === 'GET' ? 'ById' : '')
}
