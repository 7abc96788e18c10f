// The error responses of a route: those it declares, and those implied by its credentials, body and idempotency.
import { extraShape, Problem, type ProblemCode, type ProblemExtra, problemEntry, Type } from '@anden/contract'
import type { TSchema } from 'typebox'
import { type Route, takesNoBody } from '../http/routing/route.ts'
import { exampleOf } from './example.ts'

function problemCodes(route: Route): ProblemCode[] {
  const codes: ProblemCode[] = ['validation/invalid-parameter', 'validation/headers-too-large']
  if (!route.public) {
    codes.push('auth/missing-credentials', 'auth/invalid-key', 'rate-limit/exceeded', 'server/unavailable')
    codes.push('auth/ambiguous-credentials', 'auth/invalid-session', 'auth/cross-origin')
    if (route.session) codes.push('auth/session-required')
    if (route.session === 'administrator') codes.push('auth/administrator-required')
    if (!route.scope?.startsWith('staff:')) {
      codes.push('auth/client-suspended', 'auth/inspection-required')
      if (route.method !== 'GET') codes.push('auth/read-only')
    }
    if (route.scope) codes.push('auth/insufficient-scope')
  }
  if (route.body) {
    codes.push('validation/malformed-json', 'validation/invalid-body')
    codes.push('validation/unsupported-media-type', 'validation/payload-too-large')
  }
  if (takesNoBody(route)) codes.push('validation/invalid-body', 'validation/payload-too-large')
  if (route.streamed) codes.push('validation/unsupported-media-type')
  if (route.idempotency === 'required') codes.push('idempotency/key-required')
  if (route.idempotency !== 'none') {
    codes.push('idempotency/key-invalid', 'idempotency/key-reused-with-different-body')
    codes.push('idempotency/request-in-progress')
  }
  return [...new Set([...codes, ...route.problems, 'server/internal' as const])]
}

export function problemResponses(route: Route, path: string, refer: (schema: unknown) => unknown) {
  const statusOf = (code: ProblemCode) => (route.conflicts.includes(code) ? 409 : problemEntry(code).status)
  const byStatus = Map.groupBy(problemCodes(route), statusOf)
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, codes]) => [String(status), response(status, codes, path, refer)]),
  )
}

function response(status: number, codes: ProblemCode[], path: string, refer: (schema: unknown) => unknown) {
  const extras = [...new Set(codes.flatMap((code) => problemEntry(code).extra ?? []))]
  const headers = [...new Set(codes.flatMap((code) => problemEntry(code).headers ?? []))]
  const common = refer(Problem)
  const more = Object.fromEntries(extras.map((name) => [name, Type.Optional(shapeOf(codes, name))]))
  return {
    description: codes.map((code) => `\`${code}\`: ${problemEntry(code).title}`).join('\n\n'),
    headers: Object.fromEntries(
      ['X-Request-Id', 'X-RateLimit-Limit', ...headers].map((name) => [
        name,
        { $ref: `#/components/headers/${name}` },
      ]),
    ),
    content: {
      'application/problem+json': {
        schema:
          extras.length === 0
            ? { $ref: '#/components/schemas/Problem' }
            : { allOf: [common, refer({ type: 'object', properties: more })] },
        examples: Object.fromEntries(
          codes.map((code) => [code.replace('/', '.'), { value: problemExample(status, code, path) }]),
        ),
      },
    },
  }
}

/** If problems with the same status have different schemas for a member, the response can have any of them. */
function shapeOf(codes: readonly ProblemCode[], name: ProblemExtra): TSchema {
  const carriers = codes.filter((code) => problemEntry(code).extra?.includes(name))
  const shapes = [...new Set(carriers.map((code) => extraShape(code, name)))]
  return shapes.length === 1 && shapes[0] ? shapes[0] : Type.Unsafe({ anyOf: shapes })
}

export function problemExample(
  status: number,
  code: ProblemCode,
  path: string,
  baseUrl = 'http://localhost:3000',
) {
  const { title, detail, extra = [] } = problemEntry(code)
  return {
    type: `${baseUrl}/errors/${code}`,
    title,
    status,
    detail,
    instance: path,
    request_id: 'req_0199b1c26f3a7c419d2e5b8a4f0e7d10',
    ...Object.fromEntries(extra.map((name) => [name, exampleOf(shapeOf([code], name))])),
  }
}
