// The server behind `anden listen`: takes deliveries at any path, and tells what it makes of each.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { isDeeperThan } from '../http/json-depth.ts'
import { verifySignature } from './verify.ts'

export type Received = {
  received_at: string
  type: string | null
  id: string | null
  attempt: number | null
  signature: 'holds' | 'does not hold' | 'not checked'
  /** Why the signature does not hold. */
  reason: string | null
  /** The whole envelope; null where the body is not JSON, or nested more deeply than any event. */
  event: unknown
}

export type ReceiverOptions = {
  secret: string | null
  status: number
  delayMs: number
  show: (received: Received) => void
}

const maxBodyBytes = 16 * 1024 * 1024
/** JSON.parse has no limit of its own, but whoever renders the value again overflows the stack at some 7,000. */
const maxLevels = 64

export function createReceiver(options: ReceiverOptions): Server {
  return createServer((request, response) => {
    if (request.method !== 'POST') return void answer(response, 405, 'webhooks are sent with POST')
    const chunks: Buffer[] = []
    let bytes = 0
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= maxBodyBytes) chunks.push(chunk)
    })
    request.on('end', () => {
      if (bytes > maxBodyBytes) return answer(response, 413, 'the body is too large')
      options.show(examine(request, Buffer.concat(chunks), options.secret))
      const timer = setTimeout(() => answer(response, options.status, 'anden listen'), options.delayMs)
      response.on('close', () => clearTimeout(timer))
    })
  })
}

function examine({ headers }: IncomingMessage, body: Buffer, secret: string | null): Received {
  const now = new Date()
  const event = parsed(body)
  const { type, id } = (typeof event === 'object' && event !== null ? event : {}) as Record<string, unknown>
  const attempt = Number(headers['service-delivery-attempt'] ?? Number.NaN)
  return {
    received_at: now.toISOString(),
    type: typeof type === 'string' ? type : null,
    id: typeof id === 'string' ? id : null,
    attempt: Number.isInteger(attempt) ? attempt : null,
    ...judged(headers['service-signature'], body, secret, Math.floor(now.getTime() / 1000)),
    event,
  }
}

function judged(
  header: string | string[] | undefined,
  body: Buffer,
  secret: string | null,
  nowSeconds: number,
): Pick<Received, 'signature' | 'reason'> {
  if (secret === null) return { signature: 'not checked', reason: null }
  const verdict = verifySignature(header?.toString(), { secret, body, nowSeconds })
  return verdict.holds
    ? { signature: 'holds', reason: null }
    : { signature: 'does not hold', reason: verdict.reason }
}

function parsed(body: Buffer): unknown {
  try {
    const value: unknown = JSON.parse(body.toString())
    return isDeeperThan(maxLevels, value) ? null : value
  } catch {
    return null
  }
}

function answer(response: ServerResponse, status: number, text: string) {
  // Neither has a body, and one that is sent all the same would be taken for the next answer.
  const hasBody = status !== 204 && status !== 304
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(hasBody ? `${text}\n` : '')
}
