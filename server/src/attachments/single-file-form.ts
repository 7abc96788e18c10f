// Reads a multipart form with exactly one file, as a stream. A part is checked as soon as its headers have arrived, so
// that a wrong one is refused before its content is sent.
import { type Fault, fault, faultDetail } from '@anden/contract/values'
import type { FastifyRequest } from 'fastify'
import { ProblemError, problem } from '../problem.ts'

export type UploadedFile = {
  name: string
  content: AsyncIterable<Buffer>
  /** Called after the content is read: refuses any further part. */
  end(): Promise<void>
}

/** Limit for everything around the file: boundaries, part headers, preamble and epilogue. */
const maxOverheadBytes = 256 * 1024

export async function readSingleFile(request: FastifyRequest): Promise<UploadedFile> {
  const parts = request.parts({ isPartAFile: () => true })
  const next = boundedParts(request, parts)
  const part = await next()
  if (part === null) throw invalidForm(fault('file_required'))
  if (part.type !== 'file' || part.fieldname !== 'file') throw invalidForm(fault('not_the_only_field'))
  if (!part.filename) throw invalidForm(fault('file_without_name'))
  return {
    name: part.filename,
    content: withProblems(part.file),
    async end() {
      if ((await next()) !== null) throw invalidForm(fault('not_the_only_file'))
    },
  }
}

/** Returns the next part, or null. Too many bytes between parts are refused. */
function boundedParts({ raw }: FastifyRequest, parts: ReturnType<FastifyRequest['parts']>) {
  return async () => {
    const bound = Promise.withResolvers<never>()
    let seen = 0
    const watch = (chunk: Buffer) => {
      seen += chunk.length
      if (seen > maxOverheadBytes) bound.reject(problem('attachments/too-large'))
    }
    const nextPart = parts.next()
    // Attached after the parser: this listener starts the flow, and the parser must not miss a chunk.
    raw.on('data', watch)
    try {
      const { done, value } = await Promise.race([nextPart, bound.promise])
      return done ? null : value
    } catch (error) {
      throw asProblem(error)
    } finally {
      raw.off('data', watch)
    }
  }
}

async function* withProblems(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* content
  } catch (error) {
    throw asProblem(error)
  }
}

type FormFault = Fault<'file_required' | 'file_without_name' | 'not_the_only_field' | 'not_the_only_file'>

const invalidForm = (found: FormFault) =>
  problem('validation/invalid-body', {
    detail: `The form cannot be accepted: file ${faultDetail(found)}.`,
    errors: [{ pointer: '/file', ...found }],
  })

/** A field name that the parser refuses (FST_PROTO_VIOLATION) is reported like any unknown field. */
function asProblem(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error
  const { code } = error as { code?: string }
  if (code === 'FST_PROTO_VIOLATION') return invalidForm(fault('not_the_only_field'))
  return problem('validation/malformed-request', {
    detail: 'The body is not well-formed multipart/form-data, or is incomplete.',
  })
}
