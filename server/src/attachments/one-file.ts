// A form with exactly one file in it, read as it comes in. Each part is handed over as soon as its head is
// there, so that a wrong one is refused before its content is sent.
import type { FastifyRequest } from 'fastify'
import { ProblemError, problem } from '../problem.ts'

export type OneFile = {
  name: string
  content: AsyncIterable<Buffer>
  /** After the content is read: refuses whatever else is in the form. */
  end(): Promise<void>
}

/** What may surround the file: boundaries, the head of the part, whatever a client puts before and after. */
const surroundingsBytes = 256 * 1024

export async function readOneFile(request: FastifyRequest): Promise<OneFile> {
  const parts = request.parts({ isPartAFile: () => true })
  const next = boundedParts(request, parts)
  const part = await next()
  if (part === null) throw misplaced('is required: send the PDF as a field of this name')
  if (part.type !== 'file' || part.fieldname !== 'file') {
    throw misplaced('must be the one field of the form, and no other is known')
  }
  if (!part.filename) throw misplaced('must be a file with a name')
  return {
    name: part.filename,
    content: readable(part.file),
    async end() {
      if ((await next()) !== null) throw misplaced('must be the one field of the form, with one file')
    },
  }
}

/** The next part, or null. However much comes between them is no longer a form with a file. */
function boundedParts({ raw }: FastifyRequest, parts: ReturnType<FastifyRequest['parts']>) {
  return async () => {
    const bound = Promise.withResolvers<never>()
    let seen = 0
    const watch = (chunk: Buffer) => {
      seen += chunk.length
      if (seen > surroundingsBytes) bound.reject(problem('attachments/too-large'))
    }
    const coming = parts.next()
    // After the parser, which must not miss what a second reader would set flowing.
    raw.on('data', watch)
    try {
      const { done, value } = await Promise.race([coming, bound.promise])
      return done ? null : value
    } catch (error) {
      throw asProblem(error)
    } finally {
      raw.off('data', watch)
    }
  }
}

async function* readable(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* content
  } catch (error) {
    throw asProblem(error)
  }
}

const misplaced = (detail: string) =>
  problem('validation/invalid-body', {
    detail: `The form cannot be accepted: file ${detail}.`,
    errors: [{ pointer: '/file', detail }],
  })

/** Field names that the parser itself refuses are no better than any other unknown one. */
function asProblem(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error
  const { code } = error as { code?: string }
  if (code === 'FST_PROTO_VIOLATION') return misplaced('must be the one field of the form')
  return problem('validation/malformed-request', {
    detail: 'The body is not well-formed multipart/form-data, or is incomplete.',
  })
}
