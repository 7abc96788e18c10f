// A request can be rejected before its body has arrived. The response is sent at once and the rest of the body
// discarded, up to a limit. Within the limit the connection can be reused; beyond it the connection is closed, slowly
// enough for a client that is still sending to read the response.
import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { closeUnread, discardPolicy, discardWithin } from './lingering-close.ts'

/** Requests whose body may never arrive, because the client waits for `100 Continue`. */
export const awaitingContinue = new WeakSet<IncomingMessage>()

export function discardUnreadBody({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (raw.complete || !hasBody(raw.headers)) return
  const { socket } = raw
  raw.unpipe()
  raw.resume()
  // Node calls this after a response with `Connection: close`, which the client may have asked for. Its own version resets a
  // client that is still sending. Until the body ends, only our side is closed, and the parser goes on reading.
  const { destroySoon } = socket
  let isClosing = false
  socket.destroySoon = () => {
    isClosing = true
    socket.end()
  }
  const stop = discardWithin(raw, socket, () => {
    stop()
    // The parser reads from the socket as long as the body flows, whether the socket itself is paused or not.
    raw.pause()
    closeUnread(socket)
  })
  raw.once('end', () => {
    stop()
    socket.destroySoon = destroySoon
    if (isClosing) socket.destroySoon()
  })
  if (declaredLength(raw.headers) > discardPolicy.maxBytes || awaitingContinue.has(raw))
    reply.header('connection', 'close')
  // Fastify closes the connection after any body that it could not parse. This one is read to its end instead.
  else reply.removeHeader('connection')
}

export const declaredLength = (headers: IncomingMessage['headers']) => Number(headers['content-length'] ?? 0)

const hasBody = (headers: IncomingMessage['headers']) =>
  headers['transfer-encoding'] !== undefined || declaredLength(headers) > 0
