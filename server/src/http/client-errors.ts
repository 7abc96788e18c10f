// What is not HTTP enough to reach a route (a broken request line, headers past the limit, a time-out) is
// answered here, on the bare socket, in the same form as any other error.
import type { Socket } from 'node:net'
import { problemEntry } from '@anden/contract'
import { uuidv7obj } from 'uuidv7'
import type { Deps } from '../deps.ts'
import { uncountedLimitHeaders } from './admission.ts'

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

export function clientErrors({ baseUrl, rateLimits }: Pick<Deps, 'baseUrl' | 'rateLimits'>) {
  return (error: { code?: string }, socket: Socket) => {
    if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return
    const { status, phrase, detail } = answers[error.code ?? ''] ?? malformed
    const requestId = `req_${uuidv7obj().toHex()}`
    const body = JSON.stringify({
      type: `${baseUrl()}/errors/validation/malformed-request`,
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
    socket.end(`HTTP/1.1 ${status} ${phrase}\r\n${head.join('')}\r\n${body}`)
  }
}
