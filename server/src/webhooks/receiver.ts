// The server behind `anden listen`: accepts deliveries at any path and reports each, with its signature check.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { isDeeperThan } from '../http/input/bodies.ts'
import { verifySignature } from './sign.ts'

export type Received = {
  received_at: string
  type: string | null
  id: string | null
  attempt: number | null
  signature: 'holds' | 'does not hold' | 'not checked'
  /** Why the signature is invalid. */
  reason: string | null
  /** The whole envelope; null if the body is not JSON, or nested deeper than any event. */
  event: unknown
}

export type ReceiverOptions = {
  secret: string | null
  status: number
  delayMs: number
  show: (received: Received) => void
}

const maxBodyBytes = 16 * 1024 * 1024
/** JSON.parse has no depth limit, but serialising the value overflows the stack at about 7,000 levels. */
const maxLevels = 64

export function createReceiver(options: ReceiverOptions): Server {
  return createServer((request, response) => {
    if (request.method !== 'POST') return void respond(response, 405, 'webhooks are sent with POST')
    const chunks: Buffer[] = []
    let bytes = 0
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= maxBodyBytes) chunks.push(chunk)
    })
    request.on('end', () => {
      if (bytes > maxBodyBytes) return respond(response, 413, 'the body is too large')
      options.show(inspect(request, Buffer.concat(chunks), options.secret))
      const timer = setTimeout(() => respond(response, options.status, 'anden listen'), options.delayMs)
      response.on('close', () => clearTimeout(timer))
    })
  })
}

function inspect({ headers }: IncomingMessage, body: Buffer, secret: string | null): Received {
  const now = new Date()
  const event = parse(body)
  const { type, id } = (typeof event === 'object' && event !== null ? event : {}) as Record<string, unknown>
  const attempt = Number(headers['service-delivery-attempt'] ?? Number.NaN)
  return {
    received_at: now.toISOString(),
    type: typeof type === 'string' ? type : null,
    id: typeof id === 'string' ? id : null,
    attempt: Number.isInteger(attempt) ? attempt : null,
    ...checkSignature(headers['service-signature'], body, secret, Math.floor(now.getTime() / 1000)),
    event,
  }
}

function checkSignature(
  header: string | string[] | undefined,
  body: Buffer,
  secret: string | null,
  nowSeconds: number,
): Pick<Received, 'signature' | 'reason'> {
  if (secret === null) return { signature: 'not checked', reason: null }
  const check = verifySignature(header?.toString(), { secret, body, nowSeconds })
  return check.valid
    ? { signature: 'holds', reason: null }
    : { signature: 'does not hold', reason: check.reason }
}

function parse(body: Buffer): unknown {
  try {
    const value: unknown = JSON.parse(body.toString())
    return isDeeperThan(maxLevels, value) ? null : value
  } catch {
    return null
  }
}

function respond(response: ServerResponse, status: number, text: string) {
  // 204 and 304 have no body; bytes sent anyway would be read as the next response.
  const hasBody = status !== 204 && status !== 304
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(hasBody ? `${text}\n` : '')
}
