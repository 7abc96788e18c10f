// Any method that a known path does not support gets 405 with `Allow`, on API routes and on pages alike. A request with
// such a method reaches no route, and its path is then looked up in a list: a route for every path with each of Node's
// 30 methods would take a third of the time in which the service is assembled.
import { METHODS } from 'node:http'
import type { FastifyInstance, FastifyRequest, HTTPMethods, RouteOptions } from 'fastify'
import { type ProblemError, problem } from '../../problem.ts'
import { type KnownPath, knownPaths } from './known-paths.ts'

/** Every method that Node passes on. */
const everyMethod = METHODS.filter((method) => method !== 'CONNECT') as HTTPMethods[]

declare module 'fastify' {
  interface FastifyRequest {
    /** The label in the metrics for the path of a request that reached no route. */
    unroutedPattern: string | null
  }
}

/** Makes every method routable, so that none of them gets 404 on an existing path. */
export function acceptEveryMethod(app: FastifyInstance): readonly HTTPMethods[] {
  for (const method of everyMethod) {
    if (!app.supportedMethods.includes(method)) app.addHttpMethod(method)
  }
  return everyMethod
}

/** Also records the path for the metrics. */
export function methodNotAllowed(request: FastifyRequest, { pattern, methods }: KnownPath): ProblemError {
  request.unroutedPattern = pattern
  return problem('routing/method-not-allowed', {
    detail: `This path does not support ${request.method}. It supports ${methods.join(', ')}.`,
    headers: { allow: methods.join(', ') },
  })
}

/**
 * Records the routes that are added from here on, including those of plugins. Call the returned function once all are
 * added: it rejects every other method on each of them.
 */
export function rejectOtherMethods(app: FastifyInstance): () => void {
  const methodsOf = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }: RouteOptions) => {
    const known = methodsOf.get(url) ?? new Set()
    methodsOf.set(url, known)
    for (const one of [method].flat()) known.add(one)
  })
  return () => {
    const pages = [...methodsOf].map(([pattern, methods]) => ({ pattern, methods: [...methods].sort() }))
    const find = knownPaths(pages)
    app.addHook('onRequest', async (request) => {
      const page = request.is404 ? find(request.url) : undefined
      if (page) throw methodNotAllowed(request, page)
    })
  }
}
