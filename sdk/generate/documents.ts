// The parts of an OpenAPI document that the types and the methods of the SDK come from.
import { readFile } from 'node:fs/promises'

export type Schema = {
  $ref?: string
  type?: string | string[]
  enum?: (string | null)[]
  /** The values that are known today, of what the service sends. */
  'x-extensible-enum'?: string[]
  const?: string
  anyOf?: Schema[]
  description?: string
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean
}

type Parameter = { name: string; in: string; required?: boolean; description?: string; schema: Schema }
type Content = Record<string, { schema: Schema }>

export type Operation = {
  operationId: string
  summary: string
  description?: string
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Content }
  responses: Record<string, { content?: Content }>
}

export type OpenApi = {
  paths: Record<string, Record<string, Operation>>
  webhooks?: Record<string, { post: Operation }>
  components: { schemas: Record<string, Schema> }
}

const readDocument = async (name: string): Promise<OpenApi> =>
  JSON.parse(await readFile(new URL(`../../openapi/${name}.json`, import.meta.url), 'utf8'))

export const portalDocument = await readDocument('portal')
export const backofficeDocument = await readDocument('backoffice')

export type Route = { method: string; path: string; operation: Operation }

/** Without the paths of lists as CSV, which are for other clients. Those of signing in are the same for both APIs. */
export const routesOf = (document: OpenApi): Route[] =>
  Object.entries(document.paths)
    .filter(([path]) => !path.endsWith('.csv'))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        method: method.toUpperCase(),
        path: path.replace(/^\/auth\//, '/api/auth/'),
        operation,
      })),
    )

/** The content of the successful response with the lowest status. */
export function successOf({ responses }: Operation): Content {
  const status = Object.keys(responses).sort()[0] ?? ''
  return responses[status]?.content ?? {}
}

/** The schemas that other schemas refer to, under their names. */
export const namedSchemas: Record<string, Schema> = {
  ...portalDocument.components.schemas,
  ...backofficeDocument.components.schemas,
}

/** Names of everything that a part of a document refers to, directly or not. */
export function referencedBy(part: unknown, found = new Set<string>()): Set<string> {
  for (const [, name = ''] of JSON.stringify(part ?? {}).matchAll(/#\/components\/schemas\/(\w+)/g)) {
    if (found.has(name)) continue
    found.add(name)
    referencedBy(namedSchemas[name], found)
  }
  return found
}
