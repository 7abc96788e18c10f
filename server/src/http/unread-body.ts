// A refusal can come before the body is read. Closing at once would reset the connection under the client,
// which then often sees the reset instead of the answer; reading on to the end could mean gigabytes. So the
// rest is read and thrown away, up to a bound.
import type { FastifyRequest } from 'fastify'

const policy = { bytes: 8 * 1024 * 1024, ms: 30_000 }

export function discardUnreadBody({ raw }: FastifyRequest): void {
  if (raw.complete || !hasBody(raw.headers)) return
  const { socket } = raw
  const enough = socket.bytesRead + policy.bytes
  const cut = () => socket.destroy()
  const timer = setTimeout(cut, policy.ms).unref()
  const forget = () => clearTimeout(timer)
  raw.unpipe()
  raw.once('end', forget).once('close', forget)
  raw.on('data', () => {
    if (socket.bytesRead > enough) cut()
  })
  raw.resume()
}

function hasBody(headers: FastifyRequest['raw']['headers']): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
