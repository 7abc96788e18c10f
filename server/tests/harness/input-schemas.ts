// Every schema that a request is held to, of both APIs, and what is in them.

import { declarationDeps } from '../../src/app/deps.ts'
import { backofficeRouter, portalRouter } from '../../src/app/routes.ts'

type Schema = {
  properties?: Record<string, Schema>
  items?: Schema
  type?: string | string[]
  enum?: unknown[]
  format?: string
  pattern?: string
  maxLength?: number
}

export const routes = [portalRouter(declarationDeps), backofficeRouter(declarationDeps)].flatMap(
  ({ api, routes }) => routes.map((route) => ({ ...route, name: `${api} ${route.method} ${route.path}` })),
)

/** The schema itself and all schemas within it. */
const within = (schema: Schema): Schema[] => [
  schema,
  ...[...Object.values(schema.properties ?? {}), ...(schema.items ? [schema.items] : [])].flatMap(within),
]

/** Every string that a client can send, except for enumerated names. */
export const textSchemas = routes
  .flatMap(({ params, query, body }) => [params, query, body])
  .flatMap((schema) => (schema ? within(schema as Schema) : []))
  .filter(({ type, enum: names }) => [type].flat().includes('string') && !names)
