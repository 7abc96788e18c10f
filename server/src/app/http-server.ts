// The HTTP server without any route: limits, request ids, headers, body parsing and error handling.
import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import { isDashboardPage, sendDashboardPage } from '../dashboard/pages.ts'
import { uncountedLimitHeaders } from '../http/admission/admit.ts'
import { isRead } from '../http/admission/limits/limiter.ts'
import { readJsonBodies } from '../http/input/bodies.ts'
import { notFound, withPrefix } from '../http/routing/methods.ts'
import { logRequests, requestId } from '../http/wire/exchange.ts'
import { clientErrors, protocolChecks, serverOptions } from '../http/wire/protocol.ts'
import { renderProblems } from '../http/wire/render-problem.ts'
import { traceRequests } from '../http/wire/trace-requests.ts'
import type { AppDeps } from './deps.ts'
import { backofficePrefix } from './routes.ts'

const policy = {
  bodyLimitBytes: 1024 * 1024,
  // This is enough for ten megabytes over a slow line. The head of a request must still arrive within a minute.
  requestTimeoutMs: 300_000,
  connectionTimeoutMs: 120_000,
  keepAliveTimeoutMs: 72_000,
  // The maximum length of a request's head, so that an overlong id is an invalid parameter and not an unknown path.
  maxParamLength: 16 * 1024,
}

/** A year. Not for other names of the domain, which are not ours to decide about. */
const secureTransport = { 'strict-transport-security': 'max-age=31536000' }

/**
 * Signing in is outside both APIs, and also found below the path of each: a client that is generated from a description
 * sends everything below one path.
 */
const signInUrl = (url: string) =>
  url.startsWith('/api/v1/') ? url.replace(/^\/api\/v1\/(?:portal|backoffice)\/auth\//, '/api/auth/') : url

/** `pages`: whether the paths that have no route are pages of the dashboard. */
export function createHttpServer(deps: AppDeps, { pages }: { pages: boolean }): FastifyInstance {
  // The configured limits apply to client keys; a staff key has only its own limits, if any.
  const ofReads = uncountedLimitHeaders('GET', deps.rateLimits)
  const ofWrites = uncountedLimitHeaders('POST', deps.rateLimits)
  const uncounted = ({ url, method }: FastifyRequest) =>
    url.startsWith(backofficePrefix) ? {} : isRead(method) ? ofReads : ofWrites
  const commonHeaders = (request: FastifyRequest) => ({
    'x-request-id': request.id,
    'x-content-type-options': 'nosniff',
    ...(deps.baseUrl().startsWith('https:') ? secureTransport : {}),
    ...uncounted(request),
  })
  const errors = clientErrors(deps)
  const app = Fastify({
    http: serverOptions,
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }),
    // A child logger per request would be made for one line, or for none. Lines name their request.
    childLoggerFactory: (logger) => logger,
    genReqId: requestId,
    requestIdHeader: false,
    bodyLimit: policy.bodyLimitBytes,
    requestTimeout: policy.requestTimeoutMs,
    connectionTimeout: policy.connectionTimeoutMs,
    keepAliveTimeout: policy.keepAliveTimeoutMs,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    rewriteUrl: ({ url = '' }) => signInUrl(url),
    trustProxy: deps.trustProxy.length > 0 ? [...deps.trustProxy] : false,
    routerOptions: { maxParamLength: policy.maxParamLength },
    clientErrorHandler: errors.handle,
    frameworkErrors: (error, request, reply) => {
      reply.headers(commonHeaders(request))
      renderProblems(deps.baseUrl)(error, request, reply)
    },
  })

  errors.watch(app.server)
  if (deps.tracing) traceRequests(app, deps.tracing)

  app.decorate('apis', [])
  app.decorateRequest('principal', null)
  app.decorateRequest('keyId', null)
  app.decorateRequest('authenticated', null)
  app.decorateRequest('problem', null)
  app.decorateRequest('unroutedPattern', null)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(commonHeaders(request))
    done()
  })
  protocolChecks(app)
  logRequests(app)

  // Unless a route declares otherwise, JSON is the only body it accepts.
  app.removeContentTypeParser('text/plain')
  readJsonBodies(app)
  app.setErrorHandler(renderProblems(deps.baseUrl))
  app.setNotFoundHandler((request, reply) => {
    const { dashboard } = deps
    if (!pages || !dashboard || !isDashboardPage(request)) throw notFound(ofAnApi(app, request.url))
    request.unroutedPattern = '/*'
    return sendDashboardPage(dashboard, request, reply)
  })
  return app
}

/** The path of an API that the URL would be with the whole prefix. */
function ofAnApi({ apis }: FastifyInstance, url: string): string | null {
  const meant = apis.map(({ prefix, find }) => ({ path: withPrefix(prefix, url), find }))
  return meant.find(({ path, find }) => find(path))?.path ?? null
}
