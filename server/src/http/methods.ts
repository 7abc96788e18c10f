// Any method that a known path does not support gets 405 with `Allow`, on API routes and on pages alike.
import { METHODS } from 'node:http'
import type { FastifyInstance, HTTPMethods, RouteOptions } from 'fastify'
import { type ProblemError, problem } from '../problem.ts'

/** All that Node lets through. */
const everyMethod = METHODS.filter((method) => method !== 'CONNECT') as HTTPMethods[]

/** Makes every method routable, so that none of them ends in a 404 on a path that exists. */
export function acceptEveryMethod(app: FastifyInstance): readonly HTTPMethods[] {
  for (const method of everyMethod) {
    if (!app.supportedMethods.includes(method)) app.addHttpMethod(method)
  }
  return everyMethod
}

export const methodsBeside = (allowed: readonly string[]): HTTPMethods[] =>
  everyMethod.filter((method) => !allowed.includes(method))

export function methodNotAllowed(method: string, allowed: readonly string[]): ProblemError {
  return problem('routing/method-not-allowed', {
    detail: `This path does not support ${method}. It supports ${allowed.join(', ')}.`,
    headers: { allow: allowed.join(', ') },
  })
}

/**
 * Watches which pages are declared from here on, also by plugins, and returns what to call when they all are: it
 * refuses the other methods on each.
 */
export function refuseOtherMethods(app: FastifyInstance): () => void {
  const methodsOf = new Map<string, Set<string>>()
  let areAllKnown = false
  app.addHook('onRoute', ({ url, method }: RouteOptions) => {
    if (areAllKnown) return
    const known = methodsOf.get(url) ?? new Set()
    methodsOf.set(url, known)
    for (const one of [method].flat()) known.add(one)
  })
  return () => {
    areAllKnown = true
    acceptEveryMethod(app)
    for (const [url, known] of methodsOf) {
      const allowed = [...known].sort()
      app.route({
        method: methodsBeside(allowed),
        url,
        onRequest: async ({ method }) => {
          throw methodNotAllowed(method, allowed)
        },
        handler: async () => undefined,
      })
    }
  }
}
