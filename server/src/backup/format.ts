// A backup file is a gzipped tar. manifest.json comes first and holds what is needed to read the rest; summary.json
// comes last and proves that nothing is missing. The reasons are in docs/decisions/0009-backup-format.md.
//
//   manifest.json
//   tables/<table>/<part>.copy    COPY text format, in parts because tar has the size of an entry before its content
//   attachments/<id>
//   summary.json

import { createHash, type Hash } from 'node:crypto'
import { uuidPattern } from '@anden/contract/values'
import type { AppliedMigration } from '../db/migrations.ts'

export const formatName = 'anden-backup'
export const formatVersion = 1

export const manifestName = 'manifest.json'
export const summaryName = 'summary.json'

export type TableContents = { name: string; columns: readonly string[] }

export type Manifest = {
  format: typeof formatName
  format_version: number
  created_at: string
  anden_version: string
  postgres_version: string
  migrations: readonly AppliedMigration[]
  tables: readonly TableContents[]
  /** Identifies the secret key that the database's secrets are sealed with. null: nothing is sealed. */
  secret_key_fingerprint: string | null
}

export type Summary = {
  rows: Record<string, number>
  files: number
  file_bytes: number
  /** Digest of all bytes of the tar before this entry. */
  sha256: string
}

export const tablePartName = (table: string, part: number) =>
  `tables/${table}/${String(part).padStart(6, '0')}.copy`
export const attachmentName = (id: string) => `attachments/${id}`

const isAttachment = new RegExp(`^attachments/(${uuidPattern})$`)

export type EntryKind = { table: string } | { attachment: string } | null

export function kindOf(name: string): EntryKind {
  const [, table] = /^tables\/([a-z_]+)\/\d+\.copy$/.exec(name) ?? []
  if (table) return { table }
  const [, attachment] = isAttachment.exec(name) ?? []
  return attachment ? { attachment } : null
}

// The subset of tar (POSIX ustar) that a backup needs: regular files with short names, written and read as streams.

const blockBytes = 512
const endBlocks = 2

export type TarEntry = {
  name: string
  sizeBytes: number
  /** Must be read to its end before the next entry is requested. */
  content: AsyncGenerator<Buffer>
  /** SHA-256 of all bytes before this entry. */
  digestBefore: string
}

/** Writes entries one after the other, and computes the digest of all bytes it yields. */
export function tarWriter() {
  const digest = createHash('sha256')
  const digested = (bytes: Buffer) => {
    digest.update(bytes)
    return bytes
  }
  return {
    digest: () => digest.copy().digest('hex'),

    async *entry(name: string, sizeBytes: number, content: AsyncIterable<Buffer> | Iterable<Buffer>) {
      yield digested(headerOf(name, sizeBytes))
      let written = 0
      for await (const chunk of content) {
        written += chunk.length
        yield digested(chunk)
      }
      if (written !== sizeBytes) throw new Error(`${name} has ${written} bytes instead of ${sizeBytes}`)
      yield digested(Buffer.alloc(paddingOf(sizeBytes)))
    },

    end: () => Buffer.alloc(endBlocks * blockBytes),
  }
}

export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const bytes = byteReader(source)
  const digest = createHash('sha256')
  for (;;) {
    const header = await bytes.take(blockBytes)
    if (header.every((byte) => byte === 0)) break
    const { name, sizeBytes } = parseHeader(header)
    const digestBefore = digest.copy().digest('hex')
    digest.update(header)
    const content = digestedContent(bytes, sizeBytes, digest)
    yield { name, sizeBytes, content, digestBefore }
    for await (const _ of content);
    digest.update(await bytes.take(paddingOf(sizeBytes)))
  }
  // Reads to the end of the source, so that damage there is detected, too.
  await bytes.drain()
}

async function* digestedContent(bytes: ByteReader, sizeBytes: number, digest: Hash) {
  for (let left = sizeBytes; left > 0; ) {
    const chunk = await bytes.takeSome(left)
    left -= chunk.length
    digest.update(chunk)
    yield chunk
  }
}

type ByteReader = ReturnType<typeof byteReader>

function byteReader(source: AsyncIterable<Buffer>) {
  const chunks = source[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  async function takeSome(max: number): Promise<Buffer> {
    while (rest.length === 0) {
      const { value, done } = await chunks.next()
      if (done) throw notTar('it ends too early')
      rest = value
    }
    const chunk = rest.subarray(0, max)
    rest = rest.subarray(chunk.length)
    return chunk
  }
  return {
    takeSome,
    async take(count: number): Promise<Buffer> {
      const parts: Buffer[] = []
      for (let left = count; left > 0; ) {
        const part = await takeSome(left)
        left -= part.length
        parts.push(part)
      }
      return Buffer.concat(parts)
    },
    async drain() {
      while (!(await chunks.next()).done);
    },
  }
}

const notTar = (why: string) => Object.assign(new Error(why), { code: 'NOT_TAR' })

const paddingOf = (sizeBytes: number) => (blockBytes - (sizeBytes % blockBytes)) % blockBytes

function headerOf(name: string, sizeBytes: number): Buffer {
  const header = Buffer.alloc(blockBytes)
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`
  header.write(name, 0, 100, 'ascii')
  header.write(octal(0o600, 7), 100)
  header.write(octal(0, 7), 108)
  header.write(octal(0, 7), 116)
  header.write(octal(sizeBytes, 11), 124)
  header.write(octal(Math.floor(Date.now() / 1000), 11), 136)
  header.write('0', 156)
  header.write('ustar\x0000', 257, 'latin1')
  header.write(`${checksumOf(header).toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

function parseHeader(header: Buffer): { name: string; sizeBytes: number } {
  const text = (start: number, end: number) => header.toString('latin1', start, end).replace(/[\0 ].*$/s, '')
  const sizeBytes = Number.parseInt(text(124, 136), 8)
  const checksum = Number.parseInt(text(148, 156), 8)
  if (checksum !== checksumOf(header) || Number.isNaN(sizeBytes)) throw notTar('it is not a tar file')
  return { name: text(0, 100), sizeBytes }
}

/** The checksum field itself counts as eight spaces. */
function checksumOf(header: Buffer): number {
  return header.reduce((sum, byte, index) => sum + (index >= 148 && index < 156 ? 32 : byte), 0)
}
