import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Spool } from '../../http/input/spool.ts'
import { declaredLength } from '../../http/wire/unread-body.ts'
import { problem } from '../../problem.ts'

const maxMebibytes = 64
const maxBytes = maxMebibytes * 1024 * 1024

/** Spools the request body and returns its SHA-256. */
export async function receiveBody({ raw, headers }: FastifyRequest, into: Spool): Promise<Buffer> {
  if (declaredLength(headers) > maxBytes) throw tooLarge()
  const hash = createHash('sha256')
  // Not destroyed when we stop early: that would close the socket that the response needs.
  const chunks = raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>
  try {
    for await (const chunk of chunks) {
      if (into.sizeBytes() + chunk.length > maxBytes) throw tooLarge()
      hash.update(chunk)
      await into.write(chunk)
    }
  } catch (error) {
    throw raw.errored === error ? incompleteBody() : error
  }
  return hash.digest()
}

const tooLarge = () =>
  problem('validation/payload-too-large', { detail: `A file may have at most ${maxMebibytes} MiB.` })

const incompleteBody = () =>
  problem('validation/malformed-request', { detail: 'The body ended before it was complete.' })
