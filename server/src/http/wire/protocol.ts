// Protocol errors that Node would answer with a bare status line get a problem document here. `Expect: 100-continue` is
// honoured only after credentials, limits and the declared length are checked, so that a rejected body is never sent.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type ProblemCode, problemEntry } from '@anden/contract'
import type { FastifyInstance, preParsingHookHandler } from 'fastify'
import type { Deps } from '../../deps.ts'
import { problem } from '../../problem.ts'
import { uncountedLimitHeaders } from '../admission/admit.ts'
import { requestId } from './exchange.ts'
import { awaitingContinue, closeLingering, declaredLength } from './unread-body.ts'

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

// Responds to requests that never reach a route (a malformed request line, oversized headers, a time-out), on the raw
// socket, in the same format as any other error. On a connection with pending responses it waits for them: written
// earlier, the error would land in the middle of one, or be read as the response to an order that commits.

type RawProblem = { code: ProblemCode; status: number; phrase: string; detail: string }

const responses: Record<string, RawProblem> = {
  HPE_HEADER_OVERFLOW: {
    code: 'validation/headers-too-large',
    status: 431,
    phrase: 'Request Header Fields Too Large',
    detail: problemEntry('validation/headers-too-large').detail,
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    code: 'validation/malformed-request',
    status: 408,
    phrase: 'Request Timeout',
    detail: 'The request did not arrive in time.',
  },
}
const malformed: RawProblem = {
  code: 'validation/malformed-request',
  status: 400,
  phrase: 'Bad Request',
  detail:
    'This is not a well-formed HTTP request. Characters outside ASCII must be percent-encoded in a URL.',
}

type Exchange = { request: IncomingMessage; response: ServerResponse }
/** The latest request of a connection, and the earlier ones whose response may be incomplete. */
type Exchanges = { earlier: Exchange[]; latest: Exchange }

export function clientErrors({ baseUrl, rateLimits }: Pick<Deps, 'baseUrl' | 'rateLimits'>) {
  const exchangesOf = new WeakMap<Socket, Exchanges>()
  const failed = new WeakSet<Socket>()

  return {
    /** Tracks the pending responses of each connection. */
    watch(server: Server) {
      server.on('request', (request, response) => {
        const latest = { request, response }
        const exchanges = exchangesOf.get(request.socket)
        // Without pipelining the previous response is always complete, and nothing has to be kept.
        if (!exchanges) exchangesOf.set(request.socket, { earlier: [], latest })
        else {
          if (exchanges.earlier.length > 0 || isPending(exchanges.latest))
            exchanges.earlier = [...exchanges.earlier, exchanges.latest].filter(isPending)
          exchanges.latest = latest
        }
      })
    },

    handle(error: { code?: string }, socket: Socket) {
      // Errors after the first one on a connection have the same cause.
      if (failed.has(socket) || error.code === 'ECONNRESET' || socket.destroyed) return
      failed.add(socket)
      whenResponded(exchangesOf.get(socket), (isBrokenAnswered) => {
        if (socket.destroyed) return
        if (!isBrokenAnswered && socket.writable) socket.write(rawResponse(error.code, baseUrl(), rateLimits))
        closeLingering(socket)
      })
    },
  }
}

/**
 * Calls back when every request that arrived completely has its response. If the latest did not arrive completely, the
 * error is about that one: `isBrokenAnswered` says whether it has been rejected already.
 */
function whenResponded(exchanges: Exchanges | undefined, then: (isBrokenAnswered: boolean) => void) {
  if (!exchanges) return then(false)
  const { earlier, latest } = exchanges
  const broken = latest.request.complete ? null : latest
  const check = () => {
    const pending = [...earlier, latest].filter(isPending)
    const awaited = pending.find((one) => one !== broken || one.response.headersSent)
    if (awaited) awaited.response.once('close', check)
    else then(broken !== null && !pending.includes(broken))
  }
  check()
}

const isPending = ({ response }: Exchange) => !response.closed

function rawResponse(errorCode: string | undefined, baseUrl: string, rateLimits: Deps['rateLimits']): string {
  const { code, status, phrase, detail } = responses[errorCode ?? ''] ?? malformed
  const id = requestId()
  const body = JSON.stringify({
    type: `${baseUrl}/errors/${code}`,
    title: problemEntry(code).title,
    status,
    detail,
    instance: '',
    request_id: id,
  })
  const headers = {
    'Content-Type': 'application/problem+json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    'X-Request-Id': id,
    ...uncountedLimitHeaders('GET', rateLimits),
    Connection: 'close',
  }
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${phrase}\r\n${head.join('')}\r\n${body}`
}
