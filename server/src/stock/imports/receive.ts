import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Spool } from '../../http/spool.ts'
import { problem } from '../../problem.ts'

const maxMebibytes = 64
const maxBytes = maxMebibytes * 1024 * 1024

/** Takes the body in, and gives its hash. */
export async function receiveBody({ raw, headers }: FastifyRequest, into: Spool): Promise<Buffer> {
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw tooLarge()
  const hash = createHash('sha256')
  // Left alone when we stop early: destroying the request would take the answer's socket with it.
  const chunks = raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>
  try {
    for await (const chunk of chunks) {
      if (into.sizeBytes() + chunk.length > maxBytes) throw tooLarge()
      hash.update(chunk)
      await into.write(chunk)
    }
  } catch (error) {
    throw raw.errored === error ? brokenOff() : error
  }
  return hash.digest()
}

const tooLarge = () =>
  problem('validation/payload-too-large', { detail: `A file may have at most ${maxMebibytes} MiB.` })

const brokenOff = () =>
  problem('validation/malformed-request', { detail: 'The body ended before it was complete.' })
