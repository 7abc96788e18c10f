// Completes a declaration to a route.
import { listQuery, Type } from '@anden/contract'
import type { TProperties, TSchema } from 'typebox'
import type { Topic } from '../reads/topics.ts'
import type { Described } from './declarations.ts'
import { paramsSchema } from './path-params.ts'
import type { Route } from './route.ts'

/** Everything else has a default. */
export type Declared = Partial<Route> & Pick<Route, 'method' | 'path' | 'summary' | 'scope' | 'reply'>

export const routeOf = (declared: Declared) => ({
  session: null,
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
  event: null,
  document: null,
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

export const objectOf = (properties: TProperties = {}) =>
  Type.Object(properties, { additionalProperties: false })
