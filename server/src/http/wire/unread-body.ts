// A request can be rejected before its body has arrived. The response is sent at once and the rest of the body
// discarded, up to a limit. Within the limit the connection can be reused; beyond it the connection is closed, slowly
// enough for a client that is still sending to read the response.
import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Requests whose body may never arrive, because the client waits for `100 Continue`. */
export const awaitingContinue = new WeakSet<IncomingMessage>()

export function discardUnreadBody({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (raw.complete || !hasBody(raw.headers)) return
  // A request that the service makes to its own routes has no connection on which its body could be left.
  if (!(raw.socket instanceof Socket)) return
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

// Closes a connection whose client may still be sending. If the socket is destroyed, the kernel resets the connection
// when more bytes arrive, and many clients report that reset instead of the response in their buffer. So the write side
// is closed first, and the rest is read and discarded, like nginx's `lingering_close`.

/** How much is read and discarded. After that the client has `graceMs` to read its response. */
export const discardPolicy = { maxBytes: 8 * 1024 * 1024, maxMs: 30_000, maxIdleMs: 5_000, graceMs: 500 }

const closing = new WeakSet<Socket>()

/** Flushes pending writes and sends FIN. Destroys the socket when the client closes or a bound is reached. */
export function closeLingering(socket: Socket): void {
  if (closing.has(socket) || socket.destroyed) return
  // Detaches the HTTP parser, so that nothing that follows is parsed as a request.
  socket.removeAllListeners('data')
  const stop = discardWithin(socket, socket, () => {
    stop()
    closeUnread(socket)
  })
  closing.add(socket)
  socket.end()
  socket.resume()
}

/** The same, but without reading: a client that is still sending blocks until it reads the response or times out. */
function closeUnread(socket: Socket): void {
  closing.add(socket)
  socket.removeAllListeners('data')
  socket.pause().end()
  const timer = setTimeout(() => socket.destroy(), discardPolicy.graceMs).unref()
  socket.once('close', () => clearTimeout(timer))
}

/** Calls `giveUp` once more is discarded from `source` than the policy allows. Returns a function that stops watching. */
function discardWithin(source: Readable, socket: Socket, giveUp: () => void): () => void {
  const lastByte = socket.bytesRead + discardPolicy.maxBytes
  const deadline = Date.now() + discardPolicy.maxMs
  let isStopped = false
  const check = () => {
    if (socket.bytesRead > lastByte || Date.now() > deadline) giveUp()
    else idle.refresh()
  }
  // Bytes that arrived while this process was busy are read only after its timers.
  const checkIdle = (bytesBefore: number) => {
    if (isStopped) return
    if (socket.bytesRead === bytesBefore) giveUp()
    else check()
  }
  const idle = setTimeout(() => setImmediate(checkIdle, socket.bytesRead), discardPolicy.maxIdleMs).unref()
  const stop = () => {
    isStopped = true
    clearTimeout(idle)
    source.off('data', check)
  }
  source.on('data', check).once('close', stop)
  return stop
}
