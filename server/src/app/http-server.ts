// The HTTP server before any route is on it: limits, request ids, headers, bodies and errors.
import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import { uuidv7obj } from 'uuidv7'
import { uncountedLimitHeaders } from '../http/admission.ts'
import { clientErrors } from '../http/client-errors.ts'
import { readJsonBodies } from '../http/json-body.ts'
import { protocolChecks, serverOptions } from '../http/protocol-checks.ts'
import { renderProblems } from '../http/render-problem.ts'
import { logRequests } from '../http/request-log.ts'
import { problem } from '../problem.ts'
import type { Deps } from './deps.ts'
import { backofficePrefix } from './routes.ts'

const policy = {
  bodyLimitBytes: 1024 * 1024,
  // Ten megabytes over a slow line. The head of a request still has to come within a minute.
  requestTimeoutMs: 300_000,
  connectionTimeoutMs: 120_000,
  keepAliveTimeoutMs: 72_000,
  // As long as the head of a request can be: an overlong id is a bad parameter, not an unknown path.
  maxParamLength: 16 * 1024,
}

export function createHttpServer(deps: Deps): FastifyInstance {
  // The settings' limits are those of the clients' keys; a staff key has none but its own.
  const uncounted = ({ url, method }: FastifyRequest) =>
    url.startsWith(backofficePrefix) ? {} : uncountedLimitHeaders(method, deps.rateLimits)
  const errors = clientErrors(deps)
  const app = Fastify({
    http: serverOptions,
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: () => `req_${uuidv7obj().toHex()}`,
    requestIdHeader: false,
    bodyLimit: policy.bodyLimitBytes,
    requestTimeout: policy.requestTimeoutMs,
    connectionTimeout: policy.connectionTimeoutMs,
    keepAliveTimeout: policy.keepAliveTimeoutMs,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    trustProxy: deps.trustProxy.length > 0 ? [...deps.trustProxy] : false,
    routerOptions: { maxParamLength: policy.maxParamLength },
    clientErrorHandler: errors.handle,
    frameworkErrors: (error, request, reply) => {
      reply.headers({ 'x-request-id': request.id, ...uncounted(request) })
      renderProblems(deps.baseUrl)(error, request, reply)
    },
  })

  errors.watch(app.server)

  app.decorateRequest('principal', null)
  app.decorateRequest('keyId', null)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers({
      'x-request-id': request.id,
      'x-content-type-options': 'nosniff',
      ...uncounted(request),
    })
    done()
  })
  protocolChecks(app)
  logRequests(app)

  // JSON is the only body that a route takes unless it says otherwise.
  app.removeContentTypeParser('text/plain')
  readJsonBodies(app)
  app.setErrorHandler(renderProblems(deps.baseUrl))
  app.setNotFoundHandler(() => {
    throw problem('routing/not-found')
  })
  return app
}
