// Any method that a known path does not support gets 405 with `Allow`, on API routes and on pages alike.
import { METHODS } from 'node:http'
import type { FastifyInstance, HTTPMethods, RouteOptions } from 'fastify'
import { type ProblemError, problem } from '../problem.ts'

/** Every method that Node passes on. */
const everyMethod = METHODS.filter((method) => method !== 'CONNECT') as HTTPMethods[]

/** Makes every method routable, so that none of them gets 404 on an existing path. */
export function acceptEveryMethod(app: FastifyInstance): readonly HTTPMethods[] {
  for (const method of everyMethod) {
    if (!app.supportedMethods.includes(method)) app.addHttpMethod(method)
  }
  return everyMethod
}

export const methodsExcept = (allowed: readonly string[]): HTTPMethods[] =>
  everyMethod.filter((method) => !allowed.includes(method))

export function methodNotAllowed(method: string, allowed: readonly string[]): ProblemError {
  return problem('routing/method-not-allowed', {
    detail: `This path does not support ${method}. It supports ${allowed.join(', ')}.`,
    headers: { allow: allowed.join(', ') },
  })
}

/**
 * Records the routes that are added from here on, also by plugins. Call the returned function once all are added: it
 * rejects every other method on each of them.
 */
export function rejectOtherMethods(app: FastifyInstance): () => void {
  const methodsOf = new Map<string, Set<string>>()
  let isComplete = false
  app.addHook('onRoute', ({ url, method }: RouteOptions) => {
    if (isComplete) return
    const known = methodsOf.get(url) ?? new Set()
    methodsOf.set(url, known)
    for (const one of [method].flat()) known.add(one)
  })
  return () => {
    isComplete = true
    acceptEveryMethod(app)
    for (const [url, known] of methodsOf) {
      const allowed = [...known].sort()
      app.route({
        method: methodsExcept(allowed),
        url,
        onRequest: async ({ method }) => {
          throw methodNotAllowed(method, allowed)
        },
        handler: async () => undefined,
      })
    }
  }
}
