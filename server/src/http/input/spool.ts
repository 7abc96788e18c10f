// Bytes set aside on disk. An upload is received before its transaction begins, and a response is rendered before
// its transaction ends, so that neither a slow sender nor a slow reader keeps a transaction open. The file is
// unlinked as soon as it is open: the system frees it when the process ends, even by a crash.
import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

export type Spool = {
  write(bytes: Buffer | string): Promise<void>
  sizeBytes(): number
  /** The first bytes; fewer if there are no more. */
  head(length: number): Promise<Buffer>
  /** Reads from the start, as often as needed. */
  read(): Readable
  /** Reads from the start for the last time: the spool closes when the stream ends or is destroyed. */
  drain(): Readable
  close(): Promise<void>
}

export async function openSpool(directory = tmpdir()): Promise<Spool> {
  const file = await openUnlinked(directory)
  let sizeBytes = 0
  return {
    async write(bytes) {
      await file.writeFile(bytes)
      sizeBytes += Buffer.byteLength(bytes)
    },
    sizeBytes: () => sizeBytes,
    async head(length) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0)
      return buffer.subarray(0, bytesRead)
    },
    read: () => file.createReadStream({ start: 0, autoClose: false }),
    drain: () => file.createReadStream({ start: 0 }),
    close: () => file.close(),
  }
}

async function openUnlinked(directory: string): Promise<FileHandle> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const path = join(directory, `anden-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  await unlink(path)
  return file
}
