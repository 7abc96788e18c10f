// A refusal can come before the body has arrived. The answer is sent at once and the rest of the body thrown away,
// up to a bound. Within it the connection can be used again; beyond it the connection is closed, slowly enough for a
// client that is still sending to see the answer.
import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { closeLingering, closeUnread, discardPolicy, discardWithin } from './lingering-close.ts'

/** Requests whose body may never come, because the client waits to be asked for it. */
export const awaitingContinue = new WeakSet<IncomingMessage>()

export function discardUnreadBody({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (raw.complete || !hasBody(raw.headers)) return
  const { socket } = raw
  raw.unpipe()
  raw.resume()
  // What Node calls after an answer with `Connection: close`; its own version resets a client that still sends.
  const { destroySoon } = socket
  socket.destroySoon = () => closeLingering(socket)
  if (declaredLength(raw.headers) > discardPolicy.maxBytes || awaitingContinue.has(raw)) {
    reply.header('connection', 'close')
    return
  }

  // Fastify asks for a close after any body that it could not parse. This one is read to its end instead.
  reply.removeHeader('connection')
  const stop = discardWithin(raw, socket, () => {
    stop()
    closeUnread(socket)
  })
  raw.once('end', () => {
    stop()
    socket.destroySoon = destroySoon
  })
}

export const declaredLength = (headers: IncomingMessage['headers']) => Number(headers['content-length'] ?? 0)

const hasBody = (headers: IncomingMessage['headers']) =>
  headers['transfer-encoding'] !== undefined || declaredLength(headers) > 0
