// A declared route under /api/auth/: for the sign-in library or our own code, and for the API reference.
import type { ProblemCode } from '@anden/contract'
import type { FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { parameterValidator } from '../../http/input/validation.ts'
import { objectOf, routeOf } from '../../http/routing/declarations.ts'
import type { DescribedRoute } from '../../http/routing/route.ts'

export type AuthRoute = {
  method: 'GET' | 'POST'
  path: string
  /** The id in the API reference. The library's paths do not follow the form of ours. */
  operationId: string
  summary: string
  description?: string
  body: TSchema | null
  /** Members that are not in the schema are left out. */
  reply: TSchema
  session: 'required' | 'optional' | 'ignored'
  problems: readonly ProblemCode[]
}

/** Problems of every route without credentials; those of a session are implied. */
const always = ['auth/cross-origin', 'rate-limit/exceeded', 'server/unavailable'] as const

export function describedRoute({ session, operationId, problems, ...declared }: AuthRoute): DescribedRoute {
  const isForSession = session === 'required'
  const route = routeOf({
    ...declared,
    scope: null,
    session: isForSession ? 'user' : null,
    public: !isForSession,
    problems: isForSession ? problems : [...problems, ...always],
  })
  return { ...route, operationId, public: !isForSession }
}

const validateQuery = parameterValidator(objectOf())

/** None of these routes has parameters. */
export const refuseParameters = ({ query }: FastifyRequest) =>
  void validateQuery(query as Record<string, unknown>)

export const authPrefix = '/api/auth'

/** The header with the client's address for the library, which otherwise trusts any X-Forwarded-For. */
export const addressHeader = 'x-anden-address'
