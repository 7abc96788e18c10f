// Protocol errors that Node would answer with a bare status line get a problem document here. `Expect: 100-continue` is
// honoured only after credentials, limits and the declared length are checked, so that a rejected body is never sent.
import type { FastifyInstance, preParsingHookHandler } from 'fastify'
import { problem } from '../problem.ts'
import { awaitingContinue, declaredLength } from './unread-body.ts'

/** Replaces Node's own check of the Host header. */
export const serverOptions = { requireHostHeader: false }

export function protocolChecks(app: FastifyInstance) {
  const { server } = app
  server.on('checkContinue', (request, response) => {
    awaitingContinue.add(request)
    server.emit('request', request, response)
  })
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))

  // With a callback, since a promise per request costs more than the check itself.
  app.addHook('onRequest', ({ headers: { host, expect }, raw }, _reply, done) => {
    if (raw.httpVersion !== '1.0' && host === undefined) {
      return done(problem('validation/malformed-request', { detail: 'The request has no Host header.' }))
    }
    if (raw.httpVersion !== '1.0' && expect !== undefined && !/^100-continue$/i.test(expect)) {
      return done(
        problem('validation/malformed-request', {
          status: 417,
          detail: 'The only supported expectation is 100-continue.',
        }),
      )
    }
    done()
  })
  app.addHook('onRoute', (route) => {
    if (route.method === 'GET' || route.method === 'HEAD') return
    route.preParsing = [...[route.preParsing ?? []].flat(), continueBody]
  })
}

/** Requests the body that was announced with `Expect: 100-continue`. */
const continueBody: preParsingHookHandler = ({ headers, raw, routeOptions }, reply, payload, done) => {
  const isTooLong = declaredLength(headers) > (routeOptions.bodyLimit ?? 0)
  if (!isTooLong && awaitingContinue.delete(raw)) reply.raw.writeContinue()
  done(null, payload)
}
