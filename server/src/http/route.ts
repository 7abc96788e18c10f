// A declared route, whole: what validation, serialisation, the API description and the shared tests read, and
// how its answer comes about.
import type { Page, ProblemCode, Scope } from '@anden/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import type { Author } from '../author.ts'
import type { Queryable, Transaction } from '../db/pool.ts'
import type { SortKey } from '../db/sort-key.ts'
import type { Statement } from '../db/sql.ts'
import type { Principal } from './principal.ts'
import type { Topic } from './topics.ts'

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
  answer: Answer<Who>
}

/** Its body must be empty. On a GET it is not looked at. */
export const takesNoBody = ({ method, body, streamed }: Pick<Route, 'method' | 'body' | 'streamed'>) =>
  method !== 'GET' && body === null && streamed === null

/** How the answer comes about. */
export type Answer<Who extends Principal> =
  | { kind: 'value'; handle: (context: Context<Who, never, never, never>) => Promise<unknown> }
  | {
      kind: 'list'
      statement: (context: Context<Who, never, never, never>) => Statement<never>
      sortKey: (row: never) => SortKey
      shape: (row: never) => unknown
      /** Where a list that can be followed for ever starts; null for one that ends. */
      resume: (query: never) => SortKey | null
      before: (context: Context<Who, never, never, never>) => Promise<unknown>
      envelope:
        | ((page: Page<never>, context: Context<Who, never, never, never>, at: Queryable) => Promise<unknown>)
        | null
    }
  | {
      kind: 'row'
      statement: (context: Context<Who, never, never, never>) => Statement<never>
      shape: (row: never) => unknown
      missing: ProblemCode
    }
  | {
      kind: 'write'
      handle: (context: WriteContext<Who, never, never>) => Promise<unknown>
      location: ((value: never) => string) | null
      prepare: ((context: { body: never }) => Promise<unknown>) | null
    }
  | {
      kind: 'stream'
      handle: (
        context: Context<Who, never, never, never>,
        request: FastifyRequest,
        reply: FastifyReply,
      ) => Promise<unknown>
    }

export type Context<Who extends Principal, Params, Query, Body> = {
  who: Who
  params: Params
  query: Query
  body: Body
  /** Where the page starts: the sort key of the row before it. */
  after: SortKey | null
  /** One more than the page holds, to know whether another follows. */
  rowLimit: number
  by: Author
}

/** A write runs in one transaction, which commits with its events, its audit entry and its answer. */
export type WriteContext<Who extends Principal, Params, Body> = {
  who: Who
  params: Params
  body: Body
  by: Author
  tx: Transaction
}
