// The declarations of each kind of route.
import {
  Id,
  listQuery,
  type ProblemCode,
  type Scope,
  SheetParameters,
  SheetRows,
  TransactionId,
  Type,
} from '@anden/contract'
import type { Static, TObject, TProperties, TSchema } from 'typebox'
import type { SortKey } from '../../db/keyset.ts'
import type { Principal } from '../admission/principal.ts'
import type { DocumentSource } from '../reads/documents/documents.ts'
import type { Topic } from '../reads/versioned-rows.ts'
import type { ListContext, Route } from './route.ts'

/** The members of every declaration. */
export type Described<AllowedScope extends Scope | null = Scope | null> = {
  summary: string
  description?: string
  /** null: any valid key or session. */
  scope: AllowedScope
  /** A scope that is enough as well. */
  orScope?: Scope
  /** The route is for people who are signed in, not for keys. */
  session?: Route['session']
  /** The route is only for sandboxes, or not for them. */
  environment?: Route['environment']
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
  /** A check before the list is read, for example that the client in the path exists. */
  before?: (context: ListContextOf<Caller, Path, Filters>) => Promise<unknown>
}

export type ListContextOf<
  Caller extends Principal,
  Path extends string,
  Filters extends TProperties,
> = ListContext<Caller, ParamsOf<Path>, Static<TObject<Filters>>>

export type DescribedRow<Query extends TProperties, Reply extends TSchema> = Described & {
  topic?: Topic
  query?: Query
  reply: Reply
  missing?: ProblemCode
}

/** Converts a row to its contract type. Without it, rows must have that type already. */
export type Shaped<Shapeable, Shown> = { shape?: (row: Shapeable) => Shown }

export type DescribedDocument<Shown> = Described & { contentType: string } & Omit<
    DocumentSource<never, Shown>,
    'read'
  >

/** A write needs a scope, or a person. */
type DescribedChange = Described<Scope> | (Described<null> & { session: 'user' | 'administrator' })

export type DescribedWrite<Body extends TSchema, Reply extends TSchema, Prepared> = DescribedChange & {
  body?: Body
  /** A missing body counts as an empty object. */
  bodyOptional?: boolean
  /**
   * Work before the transaction that is slow, such as a DNS lookup, or that counts even if the transaction is rolled back.
   * Returns the body for the handler, with what the work has found out.
   */
  prepare?: (context: { client: Principal['client']; body: Static<Body> }) => Promise<Prepared>
  reply?: Reply
  status?: number
  /** The path of the new resource, without the API's prefix. */
  location?: (value: Static<Reply>) => string
  idempotency?: Route['idempotency']
  conflicts?: readonly ProblemCode[]
}

export type DescribedUpload<Query extends TProperties, Reply extends TSchema, Others> = Described<Scope> & {
  contentTypes: readonly string[]
  form?: Route['form']
  query?: Query
  /** Of `reply`. Default: 201. */
  status?: number
  reply: Reply
  /** Replies with another status, by status. */
  otherReplies?: Others
  idempotency?: Route['idempotency']
}

// Completes a declaration to a route.

/** Everything else has a default. */
export type Declared = Partial<Route> & Pick<Route, 'method' | 'path' | 'summary' | 'scope' | 'reply'>

export const routeOf = (declared: Declared) => ({
  orScope: null,
  session: null,
  environment: null,
  topic: null,
  query: objectOf({}),
  body: null,
  bodyOptional: false,
  status: 200,
  otherReplies: {},
  problems: [],
  conflicts: [],
  idempotency: 'none' as const,
  streamed: null,
  form: null,
  event: null,
  document: null,
  isSheet: false,
  isList: false,
  item: null,
  hasLocation: false,
  ...declared,
  hasEtag: declared.hasEtag ?? (declared.topic ?? null) !== null,
  params: paramsSchema(declared.path),
})

export const listRoute = (
  path: string,
  {
    filters,
    problems = [],
    ...rest
  }: Described & { filters: TProperties; topic?: Topic; item: TSchema; reply: TSchema },
): Declared => ({
  ...rest,
  method: 'GET',
  path,
  query: listQuery(filters),
  problems: ['validation/invalid-cursor', ...problems],
  isList: true,
})

/** The same list as a file for people, beside it. */
export const sheetRoute = (
  path: string,
  {
    filters,
    hasLines,
    summary,
    scope,
    session,
    environment,
    problems,
  }: Pick<Described, 'summary' | 'scope' | 'session' | 'environment' | 'problems'> & {
    filters: TProperties
    hasLines: boolean
  },
): Declared => ({
  summary: `${summary}, as a file for people`,
  description: sheetText,
  scope,
  session: session ?? null,
  environment: environment ?? null,
  problems: problems ?? [],
  method: 'GET',
  path: `${path}/export`,
  query: objectOf({ ...filters, ...SheetParameters, ...(hasLines ? SheetRows : {}) }),
  reply: null,
  isSheet: true,
})

const sheetText = `All rows of the filters, as a spreadsheet that people read: headings and values in words, the warehouse's local time, names and numbers of documents in place of ids. Programs read the list itself, as JSON or CSV: the columns here can change.`

export const objectOf = (properties: TProperties = {}) =>
  Type.Object(properties, { additionalProperties: false })

// The parameters of a path, as a type and as a schema: those of `/webhooks/:id/deliveries/:delivery_id` are
// `{ id: string; delivery_id: string }`.

export type ParamsOf<Path extends string> = { [Name in ParamName<Path>]: string }

type ParamName<Path extends string> = Path extends `${infer Segment}/${infer Rest}`
  ? ParamName<Segment> | ParamName<Rest>
  : Path extends `:${infer Name}`
    ? Name
    : never

/** null: the path has no parameters. */
function paramsSchema(path: string): TSchema | null {
  const names = path.split('/').flatMap((segment) => (segment.startsWith(':') ? [segment.slice(1)] : []))
  if (names.length === 0) return null
  const schemaOf = (name: string) => (name === 'transaction_id' ? TransactionId : Id)
  return Type.Object(Object.fromEntries(names.map((name) => [name, schemaOf(name)])), {
    additionalProperties: false,
  })
}
