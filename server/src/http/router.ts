// How a room declares its routes. A declaration holds all there is to know about a route (scope, topic,
// schemas, problems), so that validation, serialisation, the reference and the tests read the same words.
import { Id, listQuery, type ProblemCode, pageLimit, pageOf, type Scope } from '@anden/contract'
import { type Static, type TProperties, type TSchema, Type } from 'typebox'
import type { Statement } from '../db/sql.ts'
import type { SortKey } from './cursors.ts'
import type { Principal, Topic } from './principal.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
export type Api = 'portal' | 'backoffice'

/** A route as it was declared, whole. */
export type Route<Who extends Principal = Principal> = {
  method: Method
  /** Below the API's prefix, with `:id` for parameters. */
  path: string
  summary: string
  description?: string
  /** null: any valid key. */
  scope: Scope | null
  public: boolean
  /** Reads of a topic are kept as bytes and carry an ETag. */
  topic: Topic | null
  params: TSchema | null
  query: TSchema
  body: TSchema | null
  status: number
  reply: TSchema | null
  problems: readonly ProblemCode[]
  answer: Answer<Who>
}

/** How the answer comes about. */
export type Answer<Who extends Principal> =
  | { kind: 'value'; handle: (context: Context<Who, never, never, never>) => Promise<unknown> }
  | {
      kind: 'list'
      statement: (context: Context<Who, never, never, never>) => Statement<never>
      sortKey: (row: never) => SortKey
      shape: (row: never) => unknown
    }
  | {
      kind: 'row'
      statement: (context: Context<Who, never, never, never>) => Statement<never>
      shape: (row: never) => unknown
      missing: ProblemCode
    }

export type Context<Who extends Principal, Params, Query, Body> = {
  who: Who
  params: Params
  query: Query
  body: Body
  /** Where the page starts: the sort key of the row before it. */
  after: SortKey | null
  /** One more than the page holds, to know whether another follows. */
  fetch: number
  requestId: string
}

type Declared<Q extends TProperties> = {
  summary: string
  description?: string
  scope: Scope | null
  problems?: readonly ProblemCode[]
  query?: Q
}
type QueryOf<Q extends TProperties> = Static<ReturnType<typeof Type.Object<Q>>>
type IdParams = { id: string }

export function createRouter<Who extends Principal>(api: Api) {
  const routes: Route<Who>[] = []
  const add = (route: Omit<Route<Who>, 'params' | 'public'> & { public?: boolean }) => {
    routes.push({ public: false, ...route, params: pathParams(route.path) })
  }
  return {
    api,
    routes: routes as readonly Route<Who>[],

    /** A page of rows. The statement fetches `fetch` rows after `after`, in the order of `sortKey`. */
    list<Filters extends TProperties, Item extends TSchema, Row>(
      path: string,
      declared: Omit<Declared<Filters>, 'query'> & {
        topic?: Topic
        filters: Filters
        item: Item
        sortKey: (row: Row) => SortKey
        /** From the row to the item as the contract writes it, where they differ. */
        shape?: (row: Row) => Static<Item>
      },
      statement: (context: Context<Who, IdParams, QueryOf<Filters>, never>) => Statement<Row>,
    ) {
      const { filters, item, sortKey, shape = asIs, topic = null, ...rest } = declared
      add({
        ...rest,
        method: 'GET',
        path,
        topic,
        query: listQuery(filters),
        body: null,
        status: 200,
        reply: pageOf(item),
        problems: ['validation/invalid-cursor', ...(declared.problems ?? [])],
        answer: { kind: 'list', statement, sortKey, shape } as Answer<Who>,
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
      statement: (context: Context<Who, IdParams, never, never>) => Statement<Row>,
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
      handle: (context: Context<Who, IdParams, never, never>) => Promise<Static<Reply>>,
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
  }
}
export type Router<Who extends Principal> = ReturnType<typeof createRouter<Who>>

const asIs = (row: unknown) => row

/** The sort key of every newest-first list. */
export const byTime = (row: { created_at: string; id: string }): SortKey => [row.created_at, row.id]

const noQuery = Type.Object({}, { additionalProperties: false })

function pathParams(path: string): TSchema | null {
  const names = [...path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '')
  if (names.length === 0) return null
  return Type.Object(Object.fromEntries(names.map((name) => [name, Id])), { additionalProperties: false })
}

/** `limit` out of range is clamped, not refused. */
export function clampLimit(limit: unknown): number {
  return Math.min(
    pageLimit.max,
    Math.max(pageLimit.min, typeof limit === 'number' ? limit : pageLimit.default),
  )
}
