// How a connection ends while its client may still be sending. Destroying the socket then makes the kernel answer
// the bytes in flight with a reset, and many clients report that instead of the answer that lies in their buffer.
// So the write side is closed first and the rest is read and thrown away, as nginx's `lingering_close` does.
import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'

/** How much is read only to be thrown away. After that a client has `graceMs` more to read its answer. */
export const discardPolicy = { maxBytes: 8 * 1024 * 1024, maxMs: 30_000, maxIdleMs: 5_000, graceMs: 500 }

const closing = new WeakSet<Socket>()

/** Sends what is still to be written, then FIN; hangs up when the client has, or the bound is reached. */
export function closeLingering(socket: Socket): void {
  if (closing.has(socket) || socket.destroyed) return
  // Takes the socket away from the HTTP parser: nothing that follows is taken as a request.
  socket.removeAllListeners('data')
  const stop = discardWithin(socket, socket, () => {
    stop()
    closeUnread(socket)
  })
  closing.add(socket)
  socket.end()
  socket.resume()
}

/** As above, but reads nothing more: the client is made to wait until it reads its answer or is cut off. */
export function closeUnread(socket: Socket): void {
  closing.add(socket)
  socket.removeAllListeners('data')
  socket.pause().end()
  const timer = setTimeout(() => socket.destroy(), discardPolicy.graceMs).unref()
  socket.once('close', () => clearTimeout(timer))
}

/** Calls `giveUp` when more is discarded from `source` than the policy allows. Returns how to stop watching. */
export function discardWithin(source: Readable, socket: Socket, giveUp: () => void): () => void {
  const lastByte = socket.bytesRead + discardPolicy.maxBytes
  const deadline = Date.now() + discardPolicy.maxMs
  const idle = setTimeout(giveUp, discardPolicy.maxIdleMs).unref()
  const check = () => {
    if (socket.bytesRead > lastByte || Date.now() > deadline) giveUp()
    else idle.refresh()
  }
  const stop = () => {
    clearTimeout(idle)
    source.off('data', check)
  }
  source.on('data', check).once('close', stop)
  return stop
}
