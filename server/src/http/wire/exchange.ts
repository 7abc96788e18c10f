// A finished request with its outcome, reported after the response, so that no listener can delay or fail a response.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { uuidv7obj } from 'uuidv7'
import { httpRequests } from '../../metrics.ts'
import type { Principal } from '../admission/principal.ts'
import { pathOf } from './render-problem.ts'
import { loggedPath } from './shown-path.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The names of the query parameters that the route has. */
    parameters?: readonly string[]
  }
}

/** `req_` and 32 hexadecimal digits. */
export const requestId = () => `req_${uuidv7obj().toHex()}`

export type Exchange<Caller extends Principal> = {
  caller: Caller
  requestId: string
  method: string
  path: string
  /** The query as sent, including names that the route does not have. */
  query: Record<string, unknown>
  /** The names that the route has. */
  parameters: readonly string[]
  status: number
  durationMs: number
  problem: Record<string, unknown> | null
}

/** Requests without valid credentials belong to nobody, and are not reported. */
export function reportExchanges<Caller extends Principal>(
  api: FastifyInstance,
  report: (exchange: Exchange<Caller>) => void,
) {
  const finish = (request: FastifyRequest, reply: FastifyReply) => {
    // Admission has set it to what this API's own `credentials` returned.
    const caller = request.getDecorator<Caller | null>('authenticated')
    if (caller) report(exchangeOf(caller, request, reply))
  }
  api.addHook('onResponse', (request, reply, done) => {
    finish(request, reply)
    done()
  })
  // If the client has closed the connection, there is no onResponse, although the work was done.
  api.addHook('onSend', (request, reply, payload, done) => {
    if (reply.raw.destroyed) finish(request, reply)
    done(null, payload)
  })
}

const exchangeOf = <Caller extends Principal>(
  caller: Caller,
  request: FastifyRequest,
  reply: FastifyReply,
): Exchange<Caller> => ({
  caller,
  requestId: request.id,
  method: request.method,
  path: pathOf(request),
  query: request.query as Record<string, unknown>,
  parameters: request.routeOptions.config.parameters ?? [],
  status: reply.statusCode,
  durationMs: reply.elapsedTime,
  problem: request.problem,
})

// One log line per request: the key, the route, the status and the duration. Never a query string, body or credential.

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
    // A failure that a client has asked for in its sandbox is none of the service.
    if ((!staysOpen || reply.statusCode >= 400) && !reply.hasHeader('x-sandbox-fault'))
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
