// Protocol errors that Node would answer with a bare status line get a problem document here. `Expect: 100-continue` is
// honoured only after credentials, limits and the declared length are checked, so that a rejected body is never sent.
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, preParsingHookHandler } from 'fastify'
import { problem } from '../../problem.ts'
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

  // It takes a callback, because a promise per request costs more than the check itself.
  app.addHook('onRequest', ({ headers: { expect }, raw }, _reply, done) => {
    const hostFault = faultOfHost(raw)
    if (hostFault !== null) return done(problem('validation/malformed-request', { detail: hostFault }))
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

/** RFC 9112 requires it: two programs that read different hosts would disagree on the recipient of the request. */
function faultOfHost({ headers: { host }, rawHeaders, httpVersion }: IncomingMessage): string | null {
  if (host === undefined) return httpVersion === '1.0' ? null : 'The request has no Host header.'
  if (isRepeated('host', rawHeaders)) return 'The request has more than one Host header.'
  return isHost(host) ? null : 'The Host header is not a host with an optional port.'
}

/** Node keeps the first of several headers; only `rawHeaders` has the others, as alternating names and values. */
function isRepeated(name: string, rawHeaders: readonly string[]): boolean {
  let count = 0
  for (let i = 0; i < rawHeaders.length; i += 2) if (rawHeaders[i]?.toLowerCase() === name) count += 1
  return count > 1
}

/** A name, as the syntax of URLs has it, or an address. The URL parser also accepts a user, a path and more. */
const hostSyntax = /^(?:(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})+|\[[\da-f:.]+\])(?::\d*)?$/i

const isHost = (text: string) => hostSyntax.test(text) && URL.canParse(`http://${text}`)

/** Requests the body that was announced with `Expect: 100-continue`. */
const continueBody: preParsingHookHandler = ({ headers, raw, routeOptions }, reply, payload, done) => {
  const isTooLong = declaredLength(headers) > (routeOptions.bodyLimit ?? 0)
  if (!isTooLong && awaitingContinue.delete(raw)) reply.raw.writeContinue()
  done(null, payload)
}
