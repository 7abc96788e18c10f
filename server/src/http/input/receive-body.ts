import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { problem } from '../../problem.ts'
import { declaredLength } from '../wire/unread-body.ts'
import type { Spool } from './spool.ts'

/** Spools the request body and returns its SHA-256. */
export async function receiveBody(
  { raw, headers }: FastifyRequest,
  into: Spool,
  maxMebibytes: number,
): Promise<Buffer> {
  const maxBytes = maxMebibytes * 1024 * 1024
  if (declaredLength(headers) > maxBytes) throw tooLarge(maxMebibytes)
  const hash = createHash('sha256')
  // Not destroyed when we stop early: that would close the socket that the response needs.
  const chunks = raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>
  try {
    for await (const chunk of chunks) {
      if (into.sizeBytes() + chunk.length > maxBytes) throw tooLarge(maxMebibytes)
      hash.update(chunk)
      await into.write(chunk)
    }
  } catch (error) {
    throw raw.errored === error ? incompleteBody() : error
  }
  return hash.digest()
}

const tooLarge = (maxMebibytes: number) =>
  problem('validation/payload-too-large', { detail: `A file may have at most ${maxMebibytes} MiB.` })

const incompleteBody = () =>
  problem('validation/malformed-request', { detail: 'The body ended before it was complete.' })

/** Disables the socket's idle timeout while we work: the connection is idle because of us, not because the client left. */
export async function keepOpen<Result>(
  { raw: { socket } }: FastifyRequest,
  work: () => Promise<Result>,
): Promise<Result> {
  const timeoutMs = socket.timeout ?? 0
  socket.setTimeout(0)
  try {
    return await work()
  } finally {
    socket.setTimeout(timeoutMs)
  }
}
