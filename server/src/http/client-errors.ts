// What is not HTTP enough to reach a route (a broken request line, headers past the limit, a time-out) is answered
// here, on the bare socket, in the same form as any other error. On a connection with answers still to come it waits
// for them: written earlier, it would land in the middle of one, or be taken for the answer to an order that commits.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { problemEntry } from '@anden/contract'
import { uuidv7obj } from 'uuidv7'
import type { Deps } from '../app/deps.ts'
import { uncountedLimitHeaders } from './admission.ts'
import { closeLingering } from './lingering-close.ts'

const answers: Record<string, { status: number; phrase: string; detail: string }> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    phrase: 'Request Header Fields Too Large',
    detail: 'The headers of the request are too large.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    phrase: 'Request Timeout',
    detail: 'The request did not arrive in time.',
  },
}
const malformed = {
  status: 400,
  phrase: 'Bad Request',
  detail:
    'This is not a well-formed HTTP request. Characters outside ASCII must be percent-encoded in a URL.',
}

type Exchange = { request: IncomingMessage; response: ServerResponse }
/** What a connection has asked for: the latest request, and those before it that may lack a complete answer. */
type Asked = { earlier: Exchange[]; latest: Exchange }

export function clientErrors({ baseUrl, rateLimits }: Pick<Deps, 'baseUrl' | 'rateLimits'>) {
  const askedOn = new WeakMap<Socket, Asked>()
  const failed = new WeakSet<Socket>()

  return {
    /** Keeps count of the answers that each connection still owes. */
    watch(server: Server) {
      server.on('request', (request, response) => {
        const latest = { request, response }
        const asked = askedOn.get(request.socket)
        // Without pipelining the one before is always answered, and nothing has to be kept.
        if (!asked) askedOn.set(request.socket, { earlier: [], latest })
        else {
          asked.earlier = [...asked.earlier, asked.latest].filter(isOwed)
          asked.latest = latest
        }
      })
    },

    handle(error: { code?: string }, socket: Socket) {
      // Whatever arrives after the first error is part of the same one.
      if (failed.has(socket) || error.code === 'ECONNRESET' || socket.destroyed) return
      failed.add(socket)
      whenAnswered(askedOn.get(socket), (isAnswered) => {
        if (socket.destroyed || !socket.writable) return
        if (!isAnswered) socket.write(rawAnswer(error.code, baseUrl(), rateLimits))
        closeLingering(socket)
      })
    },
  }
}

/**
 * Calls back when every request that arrived whole has its answer. If the latest one did not, the error is about it:
 * `isAnswered` says whether it had been refused already.
 */
function whenAnswered(asked: Asked | undefined, then: (isAnswered: boolean) => void) {
  if (!asked) return then(false)
  const { earlier, latest } = asked
  const broken = latest.request.complete ? null : latest
  const check = () => {
    const owed = [...earlier, latest].filter(isOwed)
    const awaited = owed.find((one) => one !== broken || one.response.headersSent)
    if (awaited) awaited.response.once('close', check)
    else then(broken !== null && !owed.includes(broken))
  }
  check()
}

const isOwed = ({ response }: Exchange) => !response.closed

function rawAnswer(code: string | undefined, baseUrl: string, rateLimits: Deps['rateLimits']): string {
  const { status, phrase, detail } = answers[code ?? ''] ?? malformed
  const requestId = `req_${uuidv7obj().toHex()}`
  const body = JSON.stringify({
    type: `${baseUrl}/errors/validation/malformed-request`,
    title: problemEntry('validation/malformed-request').title,
    status,
    detail,
    instance: '',
    request_id: requestId,
  })
  const headers = {
    'Content-Type': 'application/problem+json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    'X-Request-Id': requestId,
    ...uncountedLimitHeaders('GET', rateLimits),
    Connection: 'close',
  }
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${phrase}\r\n${head.join('')}\r\n${body}`
}
