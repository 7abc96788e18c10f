// Reads the form of an acceptance: fields, and files that are kept in memory while they are checked, each within its limit. Whoever
// sends more than a form can have is refused while sending.
import { type acceptanceFileKinds, acceptanceLimits, NewAcceptance } from '@anden/contract'
import { fault } from '@anden/contract/values'
import type { FastifyRequest } from 'fastify'
import { bodyValidator } from '../http/input/validation.ts'
import { ProblemError, problem, refuseMember } from '../problem.ts'
import { readPicture } from './pictures/picture.ts'

type FileKind = (typeof acceptanceFileKinds)[number]

/** As it is stored. */
export type SentFile = {
  kind: FileKind
  contentType: string
  width: number | null
  height: number | null
  content: Buffer
}

export type SentAcceptance = { given: NewAcceptance; files: SentFile[] }

type Limits = { kind: FileKind; count: number; maxBytes: number; maxPixels: number }

const { signatureBytes, photos, photoBytes, photoPixels, scanBytes, bodyBytes } = acceptanceLimits

/** A signature is small: it is decoded to be drawn on the proof. */
const signature: Limits = { kind: 'signature', count: 1, maxBytes: signatureBytes, maxPixels: 4_000_000 }
const photo: Limits = { kind: 'photo', count: photos, maxBytes: photoBytes, maxPixels: photoPixels }
const scan: Limits = { kind: 'scan', count: 1, maxBytes: scanBytes, maxPixels: photoPixels }

export const formOfPhone: Readonly<Record<string, Limits>> = { signature, photos: photo }
export const formOfStaff: Readonly<Record<string, Limits>> = { ...formOfPhone, scan }

const validate = bodyValidator(NewAcceptance)

export async function readAcceptanceForm(
  request: FastifyRequest,
  allowed: Readonly<Record<string, Limits>>,
): Promise<SentAcceptance> {
  const { fields, files } = await readParts(request, allowed)
  const given = validate(bodyOf(fields)) as NewAcceptance
  return { given, files: files.map(({ limits, content, pointer }) => checkedFile(limits, content, pointer)) }
}

/** Only the signature's link with the trip needs it. */
export function requireSignature({ files }: SentAcceptance): void {
  if (!files.some(({ kind }) => kind === 'signature')) refuseMember('/signature', fault('signature_required'))
}

export function requireScan({ files }: SentAcceptance): void {
  if (!files.some(({ kind }) => kind === 'scan')) refuseMember('/scan', fault('scan_required'))
}

type Part = { limits: Limits; content: Buffer; pointer: string }

async function readParts(request: FastifyRequest, allowed: Readonly<Record<string, Limits>>) {
  const fields = new Map<string, string>()
  const files: Part[] = []
  const next = boundedParts(request)
  for (let part = await next(); part !== null; part = await next()) {
    const { fieldname: name } = part
    if (part.type === 'file') {
      const limits = Object.hasOwn(allowed, name) ? allowed[name] : undefined
      if (!limits) throw unknownMember(name, allowed)
      const index = files.filter((file) => file.limits === limits).length
      if (index >= limits.count) refuseMember(`/${name}`, fault('too_many_items', { max: limits.count }))
      const pointer = limits.count === 1 ? `/${name}` : `/${name}/${index}`
      files.push({ limits, pointer, content: await contentOf(part.file, limits, pointer) })
    } else {
      if (fields.has(name) || part.valueTruncated) refuseMember(`/${name}`, fault('given_twice'))
      fields.set(name, String(part.value))
    }
  }
  return { fields, files }
}

function unknownMember(name: string, allowed: object): ProblemError {
  const known = [...Object.keys(NewAcceptance.properties), ...Object.keys(allowed)]
  return problem('validation/invalid-body', {
    errors: [{ pointer: `/${name}`, ...fault('unknown_member', { known, closest: '' }) }],
  })
}

/** A field that is left empty says nothing. What is not JSON stays text, which the schema refuses. */
function bodyOf(fields: ReadonlyMap<string, string>): object {
  const body: Record<string, unknown> = Object.create(null)
  for (const [name, value] of fields) {
    if (name === 'items') body[name] = parsed(value)
    else if (name !== 'document' || value !== '') body[name] = value
  }
  return body
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

async function contentOf(content: AsyncIterable<Buffer>, limits: Limits, pointer: string): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of content) {
      size += chunk.length
      if (size > limits.maxBytes) throw tooLarge(limits, pointer)
      chunks.push(chunk)
    }
  } catch (error) {
    throw asProblem(error)
  }
  return Buffer.concat(chunks)
}

const tooLarge = ({ maxBytes, maxPixels }: Limits, pointer: string) =>
  problem('validation/invalid-body', {
    errors: [{ pointer, ...fault('picture_too_large', { max_bytes: maxBytes, max_pixels: maxPixels }) }],
  })

function checkedFile(limits: Limits, content: Buffer, pointer: string): SentFile {
  const { kind } = limits
  if (kind === 'scan' && content.subarray(0, 5).toString('latin1') === '%PDF-')
    return { kind, contentType: 'application/pdf', width: null, height: null, content }
  const picture = readPicture(content)
  if (!picture || (kind === 'signature' && picture.type !== 'image/png'))
    return refuseMember(pointer, fault('not_a_picture'))
  if (picture.width * picture.height > limits.maxPixels) throw tooLarge(limits, pointer)
  const { type, width, height } = picture
  return { kind, contentType: type, width, height, content: picture.content }
}

/** Returns the next part, or null. What stands between the parts counts towards the limit of the body. */
function boundedParts(request: FastifyRequest) {
  const bound = Promise.withResolvers<never>()
  bound.promise.catch(() => undefined)
  const parts = request.parts()
  let seen = 0
  const watch = (chunk: Buffer) => {
    seen += chunk.length
    if (seen > bodyBytes) bound.reject(problem('validation/payload-too-large'))
  }
  let isWatching = false
  return async () => {
    const next = parts.next()
    // After the parser: this listener starts the flow, and the parser must not miss a chunk.
    if (!isWatching) request.raw.on('data', watch)
    isWatching = true
    try {
      const { done, value } = await Promise.race([next, bound.promise])
      return done ? null : value
    } catch (error) {
      next.catch(() => undefined)
      throw asProblem(error)
    }
  }
}

function asProblem(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error
  return problem('validation/malformed-request', {
    detail: 'The body is not well-formed multipart/form-data, or is incomplete.',
  })
}
