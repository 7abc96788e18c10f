// Closes a connection whose client may still be sending. If the socket is destroyed, the kernel resets the connection
// when more bytes arrive, and many clients report that reset instead of the response in their buffer. So the write side
// is closed first, and the rest is read and discarded, like nginx's `lingering_close`.
import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'

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
export function closeUnread(socket: Socket): void {
  closing.add(socket)
  socket.removeAllListeners('data')
  socket.pause().end()
  const timer = setTimeout(() => socket.destroy(), discardPolicy.graceMs).unref()
  socket.once('close', () => clearTimeout(timer))
}

/** Calls `giveUp` once more is discarded from `source` than the policy allows. Returns a function that stops watching. */
export function discardWithin(source: Readable, socket: Socket, giveUp: () => void): () => void {
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
