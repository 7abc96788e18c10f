// Which method of which resource a route is. The static segments of a path are the resource: GET /stock/lots is
// `stock.lots.list`. A POST to an action is the method itself: POST /webhooks/{id}/rotate-secret is
// `webhooks.rotateSecret`. The routes of signing in are all in `auth`, under the names of their operations.
import { namedSchemas, type Operation, type Route, type Schema, successOf } from './documents.ts'

const standardVerbs = ['list', 'get', 'create', 'update', 'delete']

/** An action on an order: after one that got no response, a second one finds another status and is refused. */
const notRepeatable = ['updateOrder of StaffOrderChange']
/** A POST that changes nothing. */
const repeatable = ['previewOrders of NewOrder', 'previewStock of OutgoingGoods']

const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export type Method = {
  /** For example `['stock', 'lots']`. */
  resource: string[]
  name: string
  /** How the client sends it: an HTTP method, or what stands for a special kind of request or response. */
  kind: 'GET' | 'LIST' | 'ROWS' | 'BLOB' | 'STREAM' | 'POST' | 'PATCH' | 'DELETE' | 'FILE' | 'CSV'
  /** See `Flag` in src/resources.ts. */
  flag: '' | '!' | '*' | '?'
}

const camelCase = (segment: string) => segment.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
const isStatic = (segment: string) => segment !== '' && !segment.startsWith('{')

export function methodOf(route: Route): Method {
  const { path, operation } = route
  const segments = path.split('/').filter(isStatic).map(camelCase)
  const verb = /^[a-z]+/.exec(operation.operationId)?.[0] ?? ''
  const kind = kindOf(route)
  const flag = flagOf(operation)
  if (path.startsWith('/api/auth/')) return { resource: ['auth'], name: operation.operationId, kind, flag }
  if (!standardVerbs.includes(verb))
    return { resource: segments.slice(0, -1), name: segments.at(-1) ?? '', kind, flag }
  return { resource: segments, name: kind === 'GET' && verb === 'list' ? 'get' : verb, kind, flag }
}

function kindOf({ method, operation }: Route): Method['kind'] {
  const body = Object.keys(operation.requestBody?.content ?? {})
  if (body.includes('multipart/form-data')) return 'FILE'
  if (body.includes('text/csv')) return 'CSV'
  if ('application/pdf' in successOf(operation)) return 'BLOB'
  if (spreadsheet in successOf(operation)) return 'STREAM'
  if (method !== 'GET' || rowsOf(operation) === undefined) return method as Method['kind']
  return operation.parameters?.some(({ name }) => name === 'cursor') ? 'LIST' : 'ROWS'
}

function flagOf({ operationId, parameters, requestBody }: Operation): Method['flag'] {
  if (parameters?.some(({ name }) => name === 'Idempotency-Key')) return '!'
  const body = requestBody?.content['application/json']?.schema.$ref?.split('/').at(-1)
  const name = `${operationId} of ${body}`
  return notRepeatable.includes(name) ? '?' : repeatable.includes(name) ? '*' : ''
}

/** The schema of a row, if the response is a list. */
export function rowsOf(operation: Operation): Schema | undefined {
  const name = successOf(operation)['application/json']?.schema.$ref?.split('/').at(-1) ?? ''
  const { data, entries } = namedSchemas[name]?.properties ?? {}
  const rows = data ?? entries
  return rows?.type === 'array' ? rows.items : undefined
}
