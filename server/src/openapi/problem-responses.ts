// The error answers of a route: those of its own, and those that its shape brings with it.
import { Problem, type ProblemCode, problemEntry, problemExtras } from '@anden/contract'
import { Type } from 'typebox'
import type { Route } from '../http/router.ts'
import { exampleOf } from './example.ts'

function problemCodes(route: Route<never>): ProblemCode[] {
  const codes: ProblemCode[] = ['validation/invalid-parameter']
  if (!route.public) {
    codes.push('auth/missing-credentials', 'auth/invalid-key', 'rate-limit/exceeded', 'server/unavailable')
    if (!route.scope?.startsWith('staff:')) codes.push('auth/client-suspended')
    if (route.scope) codes.push('auth/insufficient-scope')
  }
  if (route.body) {
    codes.push('validation/malformed-json', 'validation/invalid-body')
    codes.push('validation/unsupported-media-type', 'validation/payload-too-large')
  }
  return [...new Set([...codes, ...route.problems, 'server/internal' as const])]
}

export function problemResponses(route: Route<never>, path: string, refer: (schema: unknown) => unknown) {
  const byStatus = Map.groupBy(problemCodes(route), (code) => problemEntry(code).status)
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, codes]) => [String(status), response(codes, path, refer)]),
  )
}

function response(codes: ProblemCode[], path: string, refer: (schema: unknown) => unknown) {
  const extras = [...new Set(codes.flatMap((code) => problemEntry(code).extra ?? []))]
  const headers = [...new Set(codes.flatMap((code) => problemEntry(code).headers ?? []))]
  const common = refer(Problem)
  const more = Object.fromEntries(extras.map((name) => [name, Type.Optional(problemExtras[name])]))
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
          codes.map((code) => [code.replace('/', '.'), { value: problemExample(code, path) }]),
        ),
      },
    },
  }
}

function problemExample(code: ProblemCode, path: string) {
  const { status, title, detail, extra = [] } = problemEntry(code)
  return {
    type: `http://localhost:3000/errors/${code}`,
    title,
    status,
    detail,
    instance: path,
    request_id: 'req_0199b1c26f3a7c419d2e5b8a4f0e7d10',
    ...Object.fromEntries(extra.map((name) => [name, exampleOf(problemExtras[name])])),
  }
}
