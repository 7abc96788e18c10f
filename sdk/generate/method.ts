// How the client sends each route, and as which method (server/src/openapi/sdk-method.ts).
import { sdkMethod } from '../../server/src/openapi/sdk-method.ts'
import { namedSchemas, type Operation, type Route, type Schema, successOf } from './documents.ts'

/** After one that got no response, a second one finds another status or revision and is refused, or receives the goods twice. */
const notRepeatable = [
  'updateOrder of StaffOrderChange',
  'updateInbound of InboundChange',
  'updateInbound of StaffInboundChange',
  'updateReturn of ReturnChange',
]
/** A POST that changes nothing, or whose entries each have a key of their own. */
const repeatable = [
  'previewOrders of OrderToPreview',
  'previewStock of OutgoingGoods',
  'batchOrders of NewOrderBatch',
  'readInboundSheet of a sheet',
]

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

export function methodOf(route: Route): Method {
  const { path, operation } = route
  const kind = kindOf(route)
  return { ...sdkMethod(path, operation.operationId, kind !== 'GET'), kind, flag: flagOf(operation) }
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
  const body = requestBody?.content['application/json']?.schema.$ref?.split('/').at(-1) ?? 'a sheet'
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
