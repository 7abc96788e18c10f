// A tool is a declaration beside a route of the portal: a call is that request, with the arguments as its path, query and
// body. Their schemas are the route's own, so that a tool can ask for nothing that the route does not know.
import { type Environment, Type } from '@anden/contract'
import { compileCheck, type InputSchema, normalInput } from '@anden/contract/validation'
import type { FieldFault } from '@anden/contract/values'
import type { TSchema } from 'typebox'
import type { Route } from '../http/routing/route.ts'
import { shownFaults, summary, withDetail } from '../problem.ts'
import type { PreviewIds } from './preview-ids.ts'
import {
  type JsonSchema,
  parseSelection,
  publishedSchema,
  type Selection,
  selected,
  selectedSchema,
} from './selection.ts'

export const maxRows = 50
const defaultRows = 20

type Arguments = Record<string, unknown>
/** As the route sends it. Tools read of it what the contract has. */
export type Reply = Record<string, unknown>

/** Of one call: whose it is, and what it sends. */
export type CallContext = { authorization: string; previews: PreviewIds; body: unknown; args: Arguments }

export type DeclaredTool = {
  name: string
  title: string
  description: string
  /** As in `GET /orders/:id`. */
  route: string
  /** Names of the parameters of the path for agents, who see no path: `id` is `order_id`. */
  path?: Readonly<Record<string, string>>
  /** The members of the query or the body that agents can give; all of them by default. */
  takes?: string
  /** What every call of the tool sends. */
  sends?: Readonly<Record<string, unknown>>
  /** Arguments that the route can do without, and an agent cannot. */
  requires?: readonly string[]
  /** Arguments that are not part of the request. */
  own?: Readonly<Record<string, TSchema>>
  /** What of the reply is shown, as a selection. */
  shows: string
  /** Lists of the reply that have no pages can be longer than what is shown: `rows_after` shows the next rows. */
  isLong?: boolean
  /** What else the result has. */
  adds?: Readonly<Record<string, TSchema>>
  /** One sentence about the result. */
  says?: (reply: Reply, args: Arguments) => string
  /** Headers of the request, or why it is not sent. */
  prepare?: (context: CallContext) => { headers: Record<string, string> } | { refusal: string }
  complete?: (reply: Reply, context: CallContext) => Record<string, unknown>
  /** The call replaces or ends something. */
  isDestructive?: boolean
  /** A repeated call changes nothing more. */
  isIdempotent?: boolean
}

export type PortalRequest = { method: string; path: string; headers: Record<string, string>; body?: unknown }

export type Tool = {
  name: string
  /** As `tools/list` shows it. */
  described: {
    name: string
    title: string
    description: string
    inputSchema: JsonSchema
    outputSchema: JsonSchema
    annotations: Record<string, unknown>
  }
  /** Any of them is enough; empty: every key has the tool. */
  scopes: readonly string[]
  /** The only environment whose keys have the tool; null: both. */
  environment: Environment | null
  /** The request that a call stands for, or why it is not made. */
  requestOf(
    args: unknown,
    context: Omit<CallContext, 'body' | 'args'>,
  ): { request: PortalRequest; resultOf: (reply: Reply) => ToolResult } | { refusal: string }
}

export type ToolResult = { says: string; shown: Record<string, unknown> }

const rowsAfter = Type.Integer({
  minimum: 0,
  maximum: 100_000,
  description: `Lists without a cursor show ${maxRows} rows: those after this many`,
})

const limit = Type.Integer({
  minimum: 1,
  maximum: maxRows,
  default: defaultRows,
  description: `Rows per page, at most ${maxRows}`,
})

export function toolOf(declared: DeclaredTool, routes: readonly Route[]): Tool {
  const route = routes.find(({ method, path }) => `${method} ${path}` === declared.route)
  if (!route?.reply) throw new Error(`The tool ${declared.name} is for ${declared.route}, which is no route.`)
  const { name, title, description, shows, adds = {}, isDestructive = false, isIdempotent } = declared
  const selection = parseSelection(shows)
  const input = inputSchema(declared, route)
  const check = compileCheck(input as InputSchema)
  const normal = normalInput(input as InputSchema)
  const places = placesOf(declared, route)
  const isRead = route.method === 'GET' || route.scope?.startsWith('read:') === true
  return {
    name,
    described: {
      name,
      title,
      description,
      inputSchema: publishedSchema(input as TSchema),
      outputSchema: outputSchema(selection, route.reply, declared, adds),
      annotations: {
        title,
        readOnlyHint: isRead,
        ...(isRead ? {} : { destructiveHint: isDestructive, idempotentHint: isIdempotent ?? false }),
        openWorldHint: false,
      },
    },
    scopes: [route.scope, route.orScope].filter((one) => one !== null),
    environment: route.environment,
    requestOf(given, { authorization, previews }) {
      const args = normal(given ?? {}) as Arguments
      const faults: FieldFault[] = []
      check(args, '', faults)
      if (faults.length > 0) return { refusal: refusalOf(faults) }
      const body = route.body ? { ...declared.sends, ...partOf(args, places.body) } : undefined
      const context = { authorization, previews, body, args }
      const prepared = declared.prepare?.(context) ?? { headers: {} }
      if ('refusal' in prepared) return prepared
      return {
        request: { method: route.method, path: pathOf(route, declared, args, places), body, ...prepared },
        resultOf: (reply) => resultOf(reply, declared, selection, context),
      }
    },
  }
}

/** The names of the arguments that go into each part of the request. */
type Places = { query: readonly string[]; body: readonly string[] }

const propertiesOf = (schema: TSchema | null) => ((schema ?? {}) as JsonSchema).properties ?? {}

function placesOf({ takes, sends = {} }: DeclaredTool, { query, body }: Route): Places {
  const chosen = takes?.split(' ')
  const given = (schema: TSchema | null) =>
    Object.keys(propertiesOf(schema)).filter((one) => !(one in sends) && (chosen?.includes(one) ?? true))
  const unknown = chosen?.filter((one) => !(one in propertiesOf(query)) && !(one in propertiesOf(body))) ?? []
  if (unknown.length > 0) throw new Error(`The route has no ${unknown.join(', ')}.`)
  return { query: given(query), body: given(body) }
}

function inputSchema(declared: DeclaredTool, route: Route): JsonSchema {
  const { path = {}, requires = [], own = {}, isLong } = declared
  const places = placesOf(declared, route)
  const [params, query, body] = [route.params, route.query, route.body].map(propertiesOf)
  const pathMembers = Object.entries(params ?? {}).map(([name, schema]) => [path[name] ?? name, schema])
  const properties = {
    ...Object.fromEntries(pathMembers),
    ...partOf(query ?? {}, places.query),
    ...('limit' in (query ?? {}) ? { limit } : {}),
    ...partOf(body ?? {}, places.body),
    ...own,
    ...(isLong && route.method === 'GET' ? { rows_after: rowsAfter } : {}),
  }
  const bodyRequires = ((route.body ?? {}) as JsonSchema).required ?? []
  const required = [
    ...pathMembers.map(([name]) => String(name)),
    ...bodyRequires.filter((name) => places.body.includes(name)),
    ...requires,
  ]
  return { type: 'object', properties, required: [...new Set(required)], additionalProperties: false }
}

const partOf = (values: Record<string, unknown>, names: readonly string[]) =>
  Object.fromEntries(names.filter((name) => Object.hasOwn(values, name)).map((name) => [name, values[name]]))

function outputSchema(
  selection: Selection,
  reply: TSchema,
  { isLong }: DeclaredTool,
  adds: Readonly<Record<string, TSchema>>,
): JsonSchema {
  const shown = selectedSchema(selection, reply)
  return {
    type: 'object',
    properties: {
      ...shown.properties,
      ...(adds as Record<string, JsonSchema>),
      ...(isLong ? { cut: cutSchema } : {}),
    },
    required: [...(shown.required ?? []), ...Object.keys(adds), ...(isLong ? ['cut'] : [])],
  }
}

function pathOf(route: Route, { path = {} }: DeclaredTool, args: Arguments, { query }: Places): string {
  const filled = route.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(args[path[name] ?? name])),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(partOf(args, query)))
    for (const one of [value].flat()) search.append(name, String(one))
  if (query.includes('limit') && args['limit'] === undefined) search.set('limit', String(defaultRows))
  return search.size > 0 ? `${filled}?${search}` : filled
}

function resultOf(
  reply: Reply,
  { isLong, says, complete }: DeclaredTool,
  selection: Selection,
  context: CallContext,
): ToolResult {
  const all = selected(selection, reply) as Record<string, unknown>
  const cuts: Cut[] = []
  const shown = isLong ? cutLists(all, context.args['rows_after'], cuts) : all
  return {
    says: (says ?? rowsOf)(reply, context.args),
    shown: { ...shown, ...complete?.(reply, context), ...(isLong ? { cut: cuts } : {}) },
  }
}

type Cut = { list: string; rows: number; next_rows_after: number | null }

const cutSchema: JsonSchema = {
  type: 'array',
  description: `The lists that have more than ${maxRows} rows, of which only a part is shown`,
  items: {
    type: 'object',
    properties: {
      list: { type: 'string' },
      rows: { type: 'integer', description: 'All of its rows' },
      next_rows_after: {
        type: ['integer', 'null'],
        description: 'Pass as `rows_after`, if the tool has it; null: there is no next part',
      },
    },
    required: ['list', 'rows', 'next_rows_after'],
  },
}

/** Lists within rows are cut as well, and only those beside each other are shown from `rows_after` on. */
function cutLists(shown: Record<string, unknown>, given: unknown, cuts: Cut[]): Record<string, unknown> {
  const after = typeof given === 'number' ? given : 0
  return Object.fromEntries(
    Object.entries(shown).map(([name, value]) => {
      if (!Array.isArray(value)) return [name, value]
      const rows = value.length > maxRows ? value.slice(after, after + maxRows) : value
      const next = after + maxRows < value.length ? after + maxRows : null
      if (value.length > maxRows) cuts.push({ list: name, rows: value.length, next_rows_after: next })
      return [name, rows.map((row) => cutWithin(row, name, cuts))]
    }),
  )
}

function cutWithin(row: unknown, place: string, cuts: Cut[]): unknown {
  if (row === null || typeof row !== 'object') return row
  const members = Object.entries(row).map(([name, value]) => {
    if (!Array.isArray(value) || value.length <= maxRows) return [name, value]
    cuts.push({ list: `${place}.${name}`, rows: value.length, next_rows_after: null })
    return [name, value.slice(0, maxRows)]
  })
  return Object.fromEntries(members)
}

function rowsOf({ data, next_cursor }: Reply): string {
  if (!Array.isArray(data)) return 'Found.'
  const count = data.length === 1 ? '1 row' : `${data.length} rows`
  return next_cursor ? `${count}, and more: pass next_cursor as cursor.` : `${count}.`
}

function refusalOf(faults: readonly FieldFault[]): string {
  const lines = shownFaults(faults).map(withDetail)
  return [
    summary('arguments', faults),
    ...lines.map(({ pointer, detail }) => `${pointer || '/'}: ${detail}`),
  ].join('\n')
}
