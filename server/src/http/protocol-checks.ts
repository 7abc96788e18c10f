// The checks of HTTP itself that Node would answer with a bare status line; here they get a problem document.
// `Expect: 100-continue` is honoured only after credentials, limits and the declared length have been checked, so that
// a refused body is never sent at all.
import type { FastifyInstance } from 'fastify'
import { problem } from './problems.ts'
import { awaitingContinue } from './unread-body.ts'

/** Node's own check of Host, which is left to us. */
export const serverOptions = { requireHostHeader: false }

export function protocolChecks(app: FastifyInstance) {
  const { server } = app
  server.on('checkContinue', (request, response) => {
    awaitingContinue.add(request)
    server.emit('request', request, response)
  })
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))

  app.addHook('onRequest', async ({ headers: { host, expect }, raw }) => {
    if (raw.httpVersion === '1.0') return
    if (host === undefined) {
      throw problem('validation/malformed-request', { detail: 'The request has no Host header.' })
    }
    if (expect !== undefined && !/^100-continue$/i.test(expect)) {
      throw problem('validation/malformed-request', {
        status: 417,
        detail: 'The only expectation that this service meets is 100-continue.',
      })
    }
  })
  app.addHook('preParsing', ({ headers, raw, routeOptions }, reply, payload, done) => {
    const isTooLong = Number(headers['content-length'] ?? 0) > (routeOptions.bodyLimit ?? 0)
    if (!isTooLong && awaitingContinue.delete(raw)) reply.raw.writeContinue()
    done(null, payload)
  })
}
