// A span for each request, from its head to the end of its response. It continues the trace of the caller's traceparent. It has
// the pattern of the route, never the path or the query: those contain ids, search terms and tokens.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Tracing, TracingSpan } from '../../deps.ts'

const untraced = new Set(['/livez', '/readyz', '/metrics'])

export function traceRequests(app: FastifyInstance, tracing: Tracing) {
  const spans = new WeakMap<FastifyRequest, TracingSpan>()

  app.addHook('onRequest', (request, reply, done) => {
    // The span of a live stream would take as long as its client listens.
    if (request.routeOptions.config.staysOpen || untraced.has(routeOf(request))) return done()
    const span = tracing.start('server', nameOf(request), {}, headerOf(request))
    spans.set(request, span)
    // Emitted however the response ends, even if the client closes the connection.
    reply.raw.once('close', () => finish(span, request, reply))
    span.run(done)
  })
  // Reading the body leaves the context in which its listeners were added.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request)
    if (span) span.run(done)
    else done()
  })
}

function finish(span: TracingSpan, request: FastifyRequest, reply: FastifyReply) {
  const { statusCode } = reply
  span.rename(nameOf(request))
  span.set({
    'http.request.method': request.method,
    'http.route': routeOf(request),
    'http.response.status_code': statusCode,
    'anden.request_id': request.id,
    ...(request.authenticated?.client ? { 'anden.client_id': request.authenticated.client.id } : {}),
  })
  span.end(statusCode >= 500 ? String(statusCode) : null)
}

const nameOf = (request: FastifyRequest) => `${request.method} ${routeOf(request)}`

function routeOf({ unroutedPattern, routeOptions: { config, url = '/*' } }: FastifyRequest): string {
  return unroutedPattern ?? config.route ?? url
}

function headerOf({ headers: { traceparent } }: FastifyRequest): string | null {
  return typeof traceparent === 'string' ? traceparent : null
}
