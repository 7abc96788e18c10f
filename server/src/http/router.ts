// How a room declares its routes. A declaration holds all there is to know about a route (scope, topic,
// schemas, problems), so that validation, serialisation, the reference and the tests read the same words.
import {
  Id,
  listQuery,
  type Page,
  type ProblemCode,
  pageLimit,
  pageOf,
  type Scope,
  TransactionId,
} from '@anden/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Static, type TProperties, type TSchema, Type } from 'typebox'
import type { Queryable } from '../db/pool.ts'
import type { SortKey } from '../db/sort-key.ts'
import type { Statement } from '../db/sql.ts'
import type { Principal } from './principal.ts'
import type { Answer, Api, Context, Method, Route, WriteContext } from './route.ts'
import type { Topic } from './topics.ts'

type Declared<Q extends TProperties> = {
  summary: string
  description?: string
  scope: Scope | null
  problems?: readonly ProblemCode[]
  query?: Q
}
type QueryOf<Q extends TProperties> = Static<ReturnType<typeof Type.Object<Q>>>
type IdParams = { id: string }
type Params = IdParams & Record<string, string>

type DeclaredWrite<Body extends TSchema, Reply extends TSchema> = {
  summary: string
  description?: string
  scope: Scope
  body?: Body
  /** Left out, the body is an empty object. */
  bodyOptional?: boolean
  /** What takes its time, and so comes before the transaction: gives the body that the handler sees. */
  prepare?: (context: { body: Static<Body> }) => Promise<Static<Body>>
  reply?: Reply
  status?: number
  /** Where what was made can be read, below the API's prefix. */
  location?: (value: Static<Reply>) => string
  idempotency?: Route['idempotency']
  problems?: readonly ProblemCode[]
  conflicts?: readonly ProblemCode[]
}

export function createRouter<Who extends Principal>(api: Api) {
  const routes: Route<Who>[] = []
  type Given =
    | 'params'
    | 'public'
    | 'otherReplies'
    | 'bodyOptional'
    | 'idempotency'
    | 'streamed'
    | 'conflicts'
  const add = (route: Omit<Route<Who>, Given> & Partial<Pick<Route<Who>, Given>>) => {
    routes.push({ ...plain, ...route, params: pathParams(route.path) })
  }
  const write =
    (method: Method, defaultStatus: number) =>
    <Body extends TSchema, Reply extends TSchema>(
      path: string,
      declared: DeclaredWrite<Body, Reply>,
      handle: (context: WriteContext<Who, Params, Static<Body>>) => Promise<Static<Reply> | undefined>,
    ) => {
      const { location = null, prepare = null, body = null, reply = null, status, ...rest } = declared
      add({
        ...rest,
        method,
        path,
        topic: null,
        query: noQuery,
        body,
        status: status ?? defaultStatus,
        reply,
        problems: declared.problems ?? [],
        idempotency:
          declared.idempotency ?? (method === 'POST' && api === 'backoffice' ? 'optional' : 'none'),
        answer: { kind: 'write', handle, location, prepare } as Answer<Who>,
      })
    }
  return {
    api,
    routes: routes as readonly Route<Who>[],

    /** A page of rows. The statement reads up to `rowLimit` rows after `after`, in the order of `sortKey`. */
    list<Filters extends TProperties, Item extends TSchema, Row>(
      path: string,
      declared: Omit<Declared<Filters>, 'query'> & {
        topic?: Topic
        filters: Filters
        item: Item
        sortKey: (row: Row) => SortKey
        /** From the row to the item as the contract writes it, where they differ. */
        shape?: (row: Row) => Static<Item>
        resume?: (query: QueryOf<Filters>) => SortKey | null
        /** What must hold before the list is read: that the client in the path exists, for instance. */
        before?: (context: Context<Who, Params, QueryOf<Filters>, never>) => Promise<unknown>
        /** A list that says more than its page, and reads that at the same moment. */
        reply?: TSchema
        envelope?: (
          page: Page<Static<Item>>,
          context: Context<Who, Params, QueryOf<Filters>, never>,
          at: Queryable,
        ) => Promise<unknown>
      },
      statement: (context: Context<Who, Params, QueryOf<Filters>, never>) => Statement<Row>,
    ) {
      const { filters, item, sortKey, shape = asIs, resume = ends, topic = null, ...rest } = declared
      const { before = nothing, envelope = null, reply = pageOf(item), ...described } = rest
      add({
        ...described,
        method: 'GET',
        path,
        topic,
        query: listQuery(filters),
        body: null,
        status: 200,
        reply,
        problems: ['validation/invalid-cursor', ...(declared.problems ?? [])],
        answer: { kind: 'list', statement, sortKey, shape, resume, before, envelope } as Answer<Who>,
      })
    },

    /** One row, or its 404. */
    row<Reply extends TSchema, Row>(
      path: string,
      declared: Omit<Declared<never>, 'query'> & {
        topic?: Topic
        reply: Reply
        missing?: ProblemCode
        shape?: (row: Row) => Static<Reply>
      },
      statement: (context: Context<Who, Params, never, never>) => Statement<Row>,
    ) {
      const { missing, shape = asIs, topic = null, reply, ...rest } = declared
      add({
        ...rest,
        method: 'GET',
        path,
        topic,
        query: noQuery,
        body: null,
        status: 200,
        reply,
        problems: [...(missing ? [missing] : []), ...(declared.problems ?? [])],
        answer: { kind: 'row', statement, shape, missing: missing ?? 'server/internal' } as Answer<Who>,
      })
    },

    /** Anything else that is read: the handler gives the whole reply. */
    get<Reply extends TSchema>(
      path: string,
      declared: Omit<Declared<never>, 'query'> & { reply: Reply; public?: boolean },
      handle: (context: Context<Who, Params, never, never>) => Promise<Static<Reply>>,
    ) {
      add({
        ...declared,
        method: 'GET',
        path,
        topic: null,
        query: noQuery,
        body: null,
        status: 200,
        problems: declared.problems ?? [],
        answer: { kind: 'value', handle } as Answer<Who>,
      })
    },

    /** A POST that does something outside the database, and so runs in no transaction. */
    call<Reply extends TSchema>(
      path: string,
      declared: Omit<Declared<never>, 'query'> & { reply: Reply },
      handle: (context: Context<Who, Params, never, never>) => Promise<Static<Reply>>,
    ) {
      add({
        ...declared,
        method: 'POST',
        path,
        topic: null,
        query: noQuery,
        body: null,
        status: 200,
        problems: declared.problems ?? [],
        answer: { kind: 'value', handle } as Answer<Who>,
      })
    },

    post: write('POST', 201),
    patch: write('PATCH', 200),
    delete: write('DELETE', 204),

    /** A body that is read as it comes in, for what is too large to hold. */
    upload<Query extends TProperties, Reply extends TSchema>(
      path: string,
      declared: {
        summary: string
        description?: string
        scope: Scope
        contentType: string
        query?: Query
        reply: Reply
        otherReplies?: Route['otherReplies']
        status?: number
        idempotency?: Route['idempotency']
        problems?: readonly ProblemCode[]
      },
      handle: (
        context: Context<Who, Params, QueryOf<Query>, never>,
        request: FastifyRequest,
        reply: FastifyReply,
      ) => Promise<unknown>,
    ) {
      const { contentType, query, status = 201, idempotency = 'none', problems = [], ...rest } = declared
      add({
        ...rest,
        method: 'POST',
        path,
        topic: null,
        query: query ? Type.Object(query, { additionalProperties: false }) : noQuery,
        body: null,
        status,
        problems,
        idempotency,
        streamed: contentType,
        answer: { kind: 'stream', handle } as Answer<Who>,
      })
    },
  }
}
export type Router<Who extends Principal> = ReturnType<typeof createRouter<Who>>

const plain = {
  public: false,
  otherReplies: {},
  conflicts: [],
  bodyOptional: false,
  idempotency: 'none',
  streamed: null,
} as const
const nothing = async () => undefined
const ends = () => null
const asIs = (row: unknown) => row

/** The sort key of every newest-first list. */
export const byTime = (row: { created_at: string; id: string }): SortKey => [row.created_at, row.id]

const noQuery = Type.Object({}, { additionalProperties: false })

function pathParams(path: string): TSchema | null {
  const names = [...path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '')
  if (names.length === 0) return null
  const schemaOf = (name: string) => (name === 'transaction_id' ? TransactionId : Id)
  return Type.Object(Object.fromEntries(names.map((name) => [name, schemaOf(name)])), {
    additionalProperties: false,
  })
}

/** `limit` out of range is clamped, not refused. */
export function clampLimit(limit: unknown): number {
  return Math.min(
    pageLimit.max,
    Math.max(pageLimit.min, typeof limit === 'number' ? limit : pageLimit.default),
  )
}
