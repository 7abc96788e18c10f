// Any method that a known path does not support gets 405 with `Allow`, on API routes and on pages alike. A request with
// such a method reaches no route, and its path is then looked up in a list: a route for every path with each of Node's
// 30 methods would take a third of the time in which the service is assembled.
import { METHODS } from 'node:http'
import { editDistance } from '@anden/contract/validation'
import type { FastifyInstance, FastifyRequest, HTTPMethods, RouteOptions } from 'fastify'
import { type ProblemError, problem } from '../../problem.ts'

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

/** The problem of a request whose path has no such method. Its path is recorded for the metrics. */
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
  // Plugins add their routes while the app becomes ready, so the paths are only known with the first request.
  const findAmongAll = () =>
    knownPaths([...methodsOf].map(([pattern, methods]) => ({ pattern, methods: [...methods].sort() })))
  let find: ReturnType<typeof findAmongAll> | undefined
  return () => {
    app.addHook('onRequest', async (request) => {
      find ??= findAmongAll()
      const page = request.is404 ? find(request.url) : undefined
      if (page) throw methodNotAllowed(request, page)
    })
  }
}

// The paths that have routes, found as the router finds them: percent-encoded or not, a literal segment before a
// parameter. A parameter is not empty, and `*` is any rest.

export type KnownPath = { pattern: string; methods: readonly string[] }

/** The returned function finds the path of a request by its URL. */
export function knownPaths<Path extends KnownPath>(
  paths: readonly Path[],
): (url: string) => Path | undefined {
  const sorted = [...paths].sort((a, b) => (literalsFirst(a.pattern) < literalsFirst(b.pattern) ? -1 : 1))
  const known = sorted.map((path) => ({ path, pattern: path.pattern.split('/') }))
  return (url) => {
    const segments = segmentsOf(url)
    return known.find(({ pattern }) => isMatch(pattern, segments))?.path
  }
}

/** The path that was probably meant, with the parameters of the URL; null: none is similar. */
export function nearestPath(paths: readonly KnownPath[], url: string): string | null {
  const segments = segmentsOf(url).filter((segment) => segment !== '')
  if (segments.length > 12 || segments.some((segment) => segment.length > 64)) return null
  const given = `/${segments.join('/')}`
  let nearest: string | null = null
  let least = maxPathDistance
  for (const { pattern } of paths) {
    const parts = pattern.split('/').filter((part) => part !== '')
    if (parts.length !== segments.length) continue
    const path = `/${parts.map((part, index) => (part.startsWith(':') ? segments[index] : part)).join('/')}`
    const distance = editDistance(given, path)
    if (distance > least) continue
    nearest = path
    least = distance - 1
  }
  return nearest
}

/** Names the path that was probably meant. */
export const notFound = (meant: string | null) =>
  meant === null
    ? problem('routing/not-found')
    : problem('routing/not-found', { detail: `There is nothing at this path. Did you mean ${meant}?` })

/** The path of a request that has only a part of the prefix of an API, such as `/api/portal/orders`, or another version. */
export function withPrefix(prefix: string, url: string): string {
  const segments = segmentsOf(url).filter((segment) => segment !== '')
  const own = segments.findIndex((segment) => !prefix.split('/').includes(segment) && !/^v\d+$/.test(segment))
  return [prefix, ...(own < 0 ? [] : segments.slice(own))].join('/')
}

/** In characters. A path with more of them wrong is probably not a misspelt one. */
const maxPathDistance = 4

/**
 * The methods with which a request for this path would reach another one: `GET /users/me` and `PATCH /users/:id` are
 * two paths, and `PATCH /users/me` must not reach the second.
 */
export function methodsOfOthers({ pattern, methods }: KnownPath, paths: readonly KnownPath[]): string[] {
  const segments = pattern.split('/')
  const others = paths.filter(
    (other) => other.pattern !== pattern && isMatch(other.pattern.split('/'), segments),
  )
  return [...new Set(others.flatMap((other) => other.methods))].filter((method) => !methods.includes(method))
}

// `~` sorts after every character of a literal segment.
const literalsFirst = (pattern: string) => pattern.replace(/:\w+/g, '~').replace('*', '~~')

function segmentsOf(url: string): string[] {
  const [path = ''] = url.split(/[?#]/, 1)
  return path.split('/').map(decoded)
}

function isMatch(pattern: readonly string[], segments: readonly string[]): boolean {
  if (pattern.at(-1) === '*' ? segments.length < pattern.length : segments.length !== pattern.length)
    return false
  return pattern.every((part, index) => {
    if (part === '*') return true
    return part.startsWith(':') ? segments[index] !== '' : segments[index] === part
  })
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
