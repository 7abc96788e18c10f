// One log line per request: the key, the route, the status and the duration. Never a query string, body or credential.
import type { FastifyInstance } from 'fastify'
import { httpRequests } from '../../metrics.ts'
import { loggedPath } from './logged-path.ts'
import { pathOf } from './render-problem.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route's pattern, for metrics: with the path, every id would become its own time series. */
    route?: string
    /** The response takes as long as the client listens, which says nothing about the service. */
    staysOpen?: boolean
  }
}

const quiet = new Set(['/livez', '/readyz', '/metrics'])

export function logRequests(app: FastifyInstance) {
  const isLogged = ['info', 'debug', 'trace'].includes(app.log.level)
  app.addHook('onResponse', (request, reply, done) => {
    const { config, url = 'unknown' } = request.routeOptions
    const route = request.unroutedPattern ?? config.route ?? url
    const { staysOpen = false } = config
    const seconds = reply.elapsedTime / 1000
    if (!staysOpen || reply.statusCode >= 400)
      httpRequests.observe({ method: request.method, route, status: String(reply.statusCode) }, seconds)
    if (!quiet.has(route) && isLogged) {
      app.log.info(
        {
          request_id: request.id,
          method: request.method,
          path: loggedPath(pathOf(request), route),
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
