// One line per request: who, what, how it ended, how long. Never a query string, a body or a credential.
import type { FastifyInstance } from 'fastify'
import { httpRequests } from '../app/metrics.ts'
import { pathOf } from './render-problem.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route's pattern, for logs and metrics: a path would make a series of every id. */
    route?: string
  }
}

const quiet = new Set(['/livez', '/readyz', '/metrics'])

export function logRequests(app: FastifyInstance) {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.config.route ?? request.routeOptions.url ?? 'unknown'
    const seconds = reply.elapsedTime / 1000
    httpRequests.observe({ method: request.method, route, status: String(reply.statusCode) }, seconds)
    if (!quiet.has(route)) {
      request.log.info(
        {
          method: request.method,
          path: pathOf(request),
          status: reply.statusCode,
          duration_ms: Math.round(reply.elapsedTime * 10) / 10,
          key_id: request.keyId ?? undefined,
          address: request.ip,
        },
        'request',
      )
    }
    done()
  })
}
