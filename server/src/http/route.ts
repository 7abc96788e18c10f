// A declared route, whole: what validation, serialisation, the API description and the shared tests read; and
// what a handler is given.
import type { ProblemCode, Scope } from '@anden/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import type { Deps } from '../app/deps.ts'
import type { Author } from '../author.ts'
import type { Db, Transaction } from '../db/pool.ts'
import type { SortKey } from '../db/sort-key.ts'
import type { CursorSealer } from './cursors.ts'
import type { PageCache } from './page-cache.ts'
import type { Principal } from './principal.ts'
import type { RunOnce } from './run-once.ts'
import type { Topic } from './topics.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
export type Api = 'portal' | 'backoffice'

/** What is declared about a route. */
export type Route = {
  method: Method
  /** Below the API's prefix, with `:id` for parameters. */
  path: string
  summary: string
  description?: string
  /** null: any valid key. */
  scope: Scope | null
  /** Reads of a topic are kept as bytes and carry an ETag. */
  topic: Topic | null
  params: TSchema | null
  query: TSchema
  body: TSchema | null
  bodyOptional: boolean
  status: number
  reply: TSchema | null
  /** Answers of another status than `status` that are no problems. */
  otherReplies: Readonly<Record<number, TSchema>>
  problems: readonly ProblemCode[]
  /** Those among them that are answered with 409 here, whatever their usual status. */
  conflicts: readonly ProblemCode[]
  /** Whether an Idempotency-Key is read, and whether it must be there. */
  idempotency: 'required' | 'optional' | 'none'
  /** The content type of a body that is not JSON, which its handler reads as a stream. */
  streamed: string | null
  /** Its reply is a page of rows. */
  isList: boolean
  /** Its reply says in `Location` where the new resource can be read. */
  hasLocation: boolean
  /** Needs no credentials. */
  public: boolean
}

/** A route with its handler. Only the handler of a public route is called without a principal. */
export type HandledRoute<Caller extends Principal> = Route &
  (
    | { public: false; handler: (tools: Tools) => Handler<Caller> }
    | { public: true; handler: (tools: Tools) => Handler<null> }
  )

export type Handler<Caller> = (
  principal: Caller,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<unknown>

/** What the handlers of an API share. */
export type Tools = {
  db: Db
  baseUrl: Deps['baseUrl']
  prefix: string
  today: () => string
  sealer: CursorSealer
  cache: PageCache
  once: RunOnce
}

/** Its body must be empty. On a GET it is not looked at. */
export const takesNoBody = ({ method, body, streamed }: Pick<Route, 'method' | 'body' | 'streamed'>) =>
  method !== 'GET' && body === null && streamed === null

/** What every handler is given. */
export type Context<Caller extends Principal, Params> = {
  principal: Caller
  client: Caller['client']
  params: Params
  by: Author
}

export type ListContext<Caller extends Principal, Params, Query> = Context<Caller, Params> & {
  query: Query
  /** Where the page starts: the sort key of the row before it. */
  after: SortKey | null
  /** One more than the page holds, to know whether another follows. */
  rowLimit: number
}

/** A write runs in one transaction, which commits with its events, its audit entry and its answer. */
export type WriteContext<Caller extends Principal, Params, Body> = Context<Caller, Params> & {
  body: Body
  tx: Transaction
}
