// Registers the declared routes with Fastify, each behind its admission checks. Other methods on a known path get 405,
// unknown paths 404; requests with credentials are counted there too.
import cors from '@fastify/cors'
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  HTTPMethods,
  RouteHandlerMethod,
  RouteOptions,
} from 'fastify'
import type { DayOf, Deps } from '../../deps.ts'
import type { ProblemError } from '../../problem.ts'
import { admission } from '../admission/admit.ts'
import { cookieNamed } from '../admission/origins.ts'
import type { Credentials, Principal } from '../admission/principal.ts'
import { acceptingNoBody, acceptingOnly } from '../input/bodies.ts'
import { csvExports, defaultCsvPolicy } from '../reads/csv/export.ts'
import { csvPath } from '../reads/csv/table.ts'
import { cursorSealer } from '../reads/list-handler.ts'
import { pageCache } from '../reads/page-cache.ts'
import { pageReads } from '../reads/versioned-rows.ts'
import { type Exchange, reportExchanges } from '../wire/exchange.ts'
import { runOnce } from '../writes/write-handler.ts'
import { refuseNamedSandbox } from './hide-sandboxes.ts'
import {
  acceptEveryMethod,
  type KnownPath,
  knownPaths,
  methodNotAllowed,
  methodsOfOthers,
  nearestPath,
  notFound,
} from './methods.ts'
import { type HandledRoute, type Route, type Tools, takesNoBody } from './route.ts'
import type { Router } from './router.ts'

type Mounting<Caller extends Principal> = {
  deps: Deps
  prefix: string
  router: Router<Caller>
  credentials: Credentials<Caller>
  today: DayOf
  /** Origins whose pages may call this API from a browser. */
  corsOrigins: readonly string[]
  /** Gets every finished request of an authenticated caller. */
  report?: (exchange: Exchange<Caller>) => void
}

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | null
  }
  interface FastifyInstance {
    /** The APIs with their paths, for a request that has only a part of a prefix. */
    apis: { prefix: string; find: (url: string) => KnownPath | undefined }[]
  }
}

/** Each API gets its own Fastify scope, so that what is added for one does not affect the other. */
export function mount<Caller extends Principal>(app: FastifyInstance, mounting: Mounting<Caller>) {
  const { prefix, corsOrigins } = mounting
  const everyMethod = acceptEveryMethod(app)
  app.register(
    async (api) => {
      if (corsOrigins.length > 0) await api.register(cors, { ...corsOptions, origin: [...corsOrigins] })
      mountRoutes(api, mounting, everyMethod)
    },
    { prefix },
  )
}

/** What a person sees at one address depends on the environment, and for the staff on whom they inspect. */
function varyByView(reply: FastifyReply): void {
  const vary = reply.getHeader('vary')
  reply.header('vary', vary ? `${vary}, ${views}` : views)
}
const views = 'Anden-Environment, Anden-Client'

const corsOptions = {
  methods: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'],
  allowedHeaders: ['authorization', 'content-type', 'idempotency-key', 'if-none-match', 'last-event-id'],
  exposedHeaders: [
    '*',
    'x-request-id',
    'x-ratelimit-limit',
    'retry-after',
    'etag',
    'location',
    'x-sandbox-fault',
  ],
  maxAge: 600,
}

function mountRoutes<Caller extends Principal>(
  api: FastifyInstance,
  { deps, prefix, router, credentials, today, report }: Mounting<Caller>,
  everyMethod: readonly HTTPMethods[],
) {
  if (report) reportExchanges(api, report)
  const { admit, verify } = admission(deps.limiter, credentials, deps.baseUrl)
  const anyCaller = { topic: null, scope: null, session: null }
  const tools: Tools = {
    db: deps.db,
    baseUrl: deps.baseUrl,
    prefix,
    today,
    timeZone: deps.timeZone,
    sealer: cursorSealer(deps.secrets.cursorKey),
    cache: pageCache(),
    readPage: pageReads(deps.db),
    once: runOnce(deps),
    keys: { ttlSeconds: deps.idempotencyTtlSeconds, waitMs: deps.idempotencyWaitMs },
    verify,
    csv: csvExports({ ...defaultCsvPolicy, ...deps.csvPolicy }),
    documents: deps.documents,
  }
  for (const route of router.routes) {
    const handler = handlerOf(route, tools)
    const optionsFor = (path: string, accept?: string): RouteOptions => ({
      method: route.method,
      url: withNonEmptyParams(path),
      config: {
        route: prefix + path,
        parameters: parameterNames(route),
        staysOpen: route.event !== null,
      },
      onRequest: async (request, reply) => {
        if (accept) request.headers.accept = accept
        if (route.public) return
        const principal = await admit(request, reply, route)
        request.principal = principal
        if (principal.user && credentials.inSandbox) varyByView(reply)
        if (principal.client?.environment === 'sandbox') await failIfAskedFor(principal.client, route)
      },
      ...(router.api === 'backoffice'
        ? { preHandler: async (request: FastifyRequest) => refuseNamedSandbox(route, request) }
        : {}),
      handler,
    })
    const options = optionsFor(route.path)
    if (route.item) api.route(optionsFor(csvPath(route.path), 'text/csv'))
    if (route.streamed) api.register(acceptingOnly(route.streamed, options))
    else if (takesNoBody(route)) api.register(acceptingNoBody(options))
    else api.route(options)
  }

  async function failIfAskedFor(client: NonNullable<Principal['client']>, route: Route): Promise<void> {
    const failure = await credentials.failureOf?.(client, route)
    if (failure) throw failure
  }

  const hasCredentials = ({ headers: { authorization, cookie } }: FastifyRequest) =>
    authorization !== undefined || cookieNamed(cookie, credentials.sessionCookie()) !== null

  /** Rejects the request, after counting it if it has credentials. */
  const reject = (
    method: HTTPMethods[],
    path: string,
    problemFor: (request: FastifyRequest) => ProblemError,
  ) =>
    api.route({
      method,
      url: withNonEmptyParams(path),
      config: { route: prefix + path },
      onRequest: async (request, reply) => {
        if (hasCredentials(request)) request.principal = await admit(request, reply, anyCaller)
        throw problemFor(request)
      },
      handler: async () => undefined,
    })
  const paths = pathsOf(router.routes, prefix)
  for (const path of paths) {
    const methods = methodsOfOthers(path, paths) as HTTPMethods[]
    if (methods.length > 0) reject(methods, path.path, (request) => methodNotAllowed(request, path))
  }
  const find = knownPaths(paths)
  api.apis.push({ prefix, find })
  reject([...everyMethod], '/*', (request) => {
    const path = find(request.url)
    return path ? methodNotAllowed(request, path) : notFound(nearestPath(paths, request.url))
  })
}

const parameterNames = ({ query }: Route) =>
  Object.keys((query as { properties?: Record<string, unknown> }).properties ?? {})

/** By default a parameter also matches an empty segment, but `/orders/` is not a path of the API. */
const withNonEmptyParams = (path: string) => path.replace(/:\w+/g, '$&([^]+)')

function handlerOf<Caller extends Principal>(route: HandledRoute<Caller>, tools: Tools): RouteHandlerMethod {
  if (route.public) {
    const handle = route.handler(tools)
    return (request, reply) => handle(null, request, reply)
  }
  const handle = route.handler(tools)
  // `onRequest` has set it to what this API's own `credentials` returned.
  return (request, reply) => handle(request.getDecorator<Caller>('principal'), request, reply)
}

type PathOfRoutes = KnownPath & { path: string; methods: HTTPMethods[] }

function pathsOf(routes: readonly Route[], prefix: string): PathOfRoutes[] {
  const paths = new Map<string, PathOfRoutes>()
  const lists = routes.filter(({ item }) => item !== null)
  const asCsv = lists.map(({ path, method }) => ({ path: csvPath(path), method }))
  for (const { path, method } of [...routes, ...asCsv]) {
    const known = paths.get(path) ?? { path, pattern: prefix + path, methods: [] }
    known.methods.push(...(method === 'GET' ? (['GET', 'HEAD'] as const) : [method]))
    paths.set(path, known)
  }
  return [...paths.values()]
}
