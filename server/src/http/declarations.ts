// What a room writes down about each kind of route.
import type { ProblemCode, Scope } from '@anden/contract'
import type { Static, TObject, TProperties, TSchema } from 'typebox'
import type { SortKey } from '../db/sort-key.ts'
import type { ParamsOf } from './path-params.ts'
import type { Principal } from './principal.ts'
import type { ListContext, Route } from './route.ts'
import type { Topic } from './topics.ts'

/** What every route has. */
export type Described<AllowedScope extends Scope | null = Scope | null> = {
  summary: string
  description?: string
  /** null: any valid key. */
  scope: AllowedScope
  problems?: readonly ProblemCode[]
}

export type DescribedList<
  Caller extends Principal,
  Path extends string,
  Filters extends TProperties,
  Sortable,
> = Described & {
  topic?: Topic
  filters: Filters
  sortKey: (row: Sortable) => SortKey
  /** What must hold before the list is read: that the client in the path exists, for instance. */
  before?: (context: ListContextOf<Caller, Path, Filters>) => Promise<unknown>
}

export type ListContextOf<
  Caller extends Principal,
  Path extends string,
  Filters extends TProperties,
> = ListContext<Caller, ParamsOf<Path>, Static<TObject<Filters>>>

/** From the row to what the contract shows. Without it, rows must be what the contract shows. */
export type Shaped<Shapeable, Shown> = { shape?: (row: Shapeable) => Shown }

export type DescribedWrite<Body extends TSchema, Reply extends TSchema> = Described<Scope> & {
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
  conflicts?: readonly ProblemCode[]
}

export type DescribedUpload<Query extends TProperties, Reply extends TSchema, Others> = Described<Scope> & {
  contentType: string
  query?: Query
  reply: Reply
  /** Replies of another status, by status. */
  otherReplies?: Others
  idempotency?: Route['idempotency']
}
