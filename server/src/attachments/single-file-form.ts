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

const maxLength = 255
// Control characters, and the bidi controls that can hide an extension by reversing the text.
const invisible = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** The client's file name without its path, safe to show and to store. */
export function cleanFileName(given: string): string {
  const name = (given.split(/[/\\]/).at(-1) ?? '').toWellFormed().replace(invisible, '').trim()
  const characters = [...name]
  if (characters.length <= maxLength) return name
  const extension = /\.[^.]{1,10}$/.exec(name)?.[0] ?? ''
  return characters.slice(0, maxLength - [...extension].length).join('') + extension
}

export const isPdfName = (name: string) => /\.pdf$/i.test(name)

/** RFC 6266: an ASCII fallback for old clients, and the full name in UTF-8. */
export function contentDisposition(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const full = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${full}`
}
