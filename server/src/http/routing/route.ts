// A declared route: what validation, serialisation, the API reference and the shared tests read; and what a handler gets.
import type { Environment, ProblemCode, Scope } from '@anden/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TObject, TSchema } from 'typebox'
import type { Db } from '../../db/database.ts'
import type { PageRange } from '../../db/keyset.ts'
import type { Queryable } from '../../db/queryable.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Author, DayOf, Deps } from '../../deps.ts'
import type { Requirements } from '../admission/admit.ts'
import type { Principal } from '../admission/principal.ts'
import type { CsvExports } from '../reads/csv/export.ts'
import type { Documents } from '../reads/documents/documents.ts'
import type { EventStream } from '../reads/event-stream.ts'
import type { CursorSealer } from '../reads/list-handler.ts'
import type { PageCache } from '../reads/page-cache.ts'
import type { PageReader, Topic } from '../reads/versioned-rows.ts'
import type { RunOnce } from '../writes/write-handler.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
export type Api = 'portal' | 'backoffice'

export type Route = {
  method: Method
  /** The path without the API's prefix, with parameters as `:id`. */
  path: string
  summary: string
  description?: string
  /** null: any valid key or session. */
  scope: Scope | null
  /** A scope that is enough as well; null: there is none. */
  orScope: Scope | null
  /** Only for a person who is signed in, or for an administrator; null: for keys, too. */
  session: 'user' | 'administrator' | null
  /** The only environment that has the route; null: both have it. */
  environment: Environment | null
  /** Reads of a topic are cached and have an ETag. */
  topic: Topic | null
  /** The reply has an ETag, and is cached under the version behind it. */
  hasEtag: boolean
  params: TSchema | null
  query: TSchema
  body: TSchema | null
  bodyOptional: boolean
  status: number
  reply: TSchema | null
  /** The content type of a reply that is not JSON. */
  document: string | null
  /** The reply is a list as a spreadsheet for people. */
  isSheet: boolean
  /** Successful replies with another status than `status`. */
  otherReplies: Readonly<Record<number, TSchema>>
  problems: readonly ProblemCode[]
  /** Problems that can have the status 409 here besides their usual one. */
  conflicts: readonly ProblemCode[]
  /** Whether the route reads an Idempotency-Key. */
  idempotency: 'required' | 'optional' | 'none'
  /** The content types of a body that the handler reads as a stream; null: JSON or no body. */
  streamed: readonly string[] | null
  /** What such a body has, if it is a form; null: one file. */
  form: StreamedForm | null
  /** The data of each server-sent event; null: the reply is a single value. */
  event: TSchema | null
  /** The reply is a page of rows. */
  isList: boolean
  /** The schema of one row, if the reply is a list; it is then available as CSV, too. */
  item: TSchema | null
  /** The response has a `Location` header. */
  hasLocation: boolean
  /** No credentials are needed. */
  public: boolean
}

/** Its fields, and how many files it can have by their names. */
type StreamedForm = { fields: TObject; files: Readonly<Record<string, number>> }

/** A route with the id that the API reference gives it. */
export type DescribedRoute = Route & { operationId: string }

/** A route with its handler. A public route has no principal. */
export type HandledRoute<Caller extends Principal> = Route &
  (
    | { public: false; handler: (tools: Tools) => Handler<Caller> }
    | { public: true; handler: (tools: Tools) => Handler<null> }
  )

export type Handler<Caller> = (principal: Caller, request: FastifyRequest, reply: FastifyReply) => unknown

/** Shared by all handlers of an API. */
export type Tools = {
  db: Db
  baseUrl: Deps['baseUrl']
  prefix: string
  /** The day of whoever asks. */
  today: DayOf
  timeZone: string
  sealer: CursorSealer
  cache: PageCache
  readPage: PageReader
  once: RunOnce
  /** How long keys are kept, and how long a request waits for another one with its key. */
  keys: { ttlSeconds: number; waitMs: number }
  /** Rejects a request whose credentials are no longer valid. */
  verify: (request: FastifyRequest, requirements: Requirements) => Promise<void>
  csv: CsvExports
  documents: Documents
}

/** Whether the body must be empty. The body of a GET is ignored. */
export const takesNoBody = ({ method, body, streamed }: Pick<Route, 'method' | 'body' | 'streamed'>) =>
  method !== 'GET' && body === null && streamed === null

/** Every handler gets this. */
export type Context<Caller extends Principal, Params> = {
  principal: Caller
  client: Caller['client']
  params: Params
  by: Author
}

export type RowContext<Caller extends Principal, Params, Query> = Context<Caller, Params> & { query: Query }

export type ListContext<Caller extends Principal, Params, Query> = RowContext<Caller, Params, Query> & {
  page: PageRange
}

/** A reply computed from several statements that see the same moment. Nothing is written or locked. */
export type SnapshotContext<Caller extends Principal, Params, Query, Body> = RowContext<
  Caller,
  Params,
  Query
> & {
  body: Body
  at: Queryable
}

/** A reply that stays open. */
export type StreamContext<Caller extends Principal, Params, Payload> = Context<Caller, Params> & {
  /** The position of a client that reconnects. */
  lastEventId: string | null
  events: EventStream<Payload>
}

/** A write runs in one transaction, which also commits its events, its audit entry and its stored response. */
export type WriteContext<Caller extends Principal, Params, Body> = Context<Caller, Params> & {
  body: Body
  tx: Transaction
}

export function contextOf<Caller extends Principal, Params>(
  principal: Caller,
  request: FastifyRequest,
  params: Params,
): Context<Caller, Params> {
  const by = { actor: principal.actor, requestId: request.id, onlyLive: principal.client === null }
  return { principal, client: principal.client, params, by }
}
