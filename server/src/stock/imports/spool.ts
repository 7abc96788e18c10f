// Bytes set aside on disk: a file is received before its transaction begins and an answer is rendered before
// its transaction ends, so that neither a slow sender nor a slow reader keeps one open. The file loses its
// name as soon as it is open; what a crash leaves behind, the system clears away.
import { randomUUID } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

export type Spool = {
  write(bytes: Buffer | string): Promise<void>
  sizeBytes(): number
  /** From the start, as often as need be. */
  read(): Readable
  /** From the start, for the last time: closed once read, or given up. */
  drain(): Readable
  close(): Promise<void>
}

export async function openSpool(): Promise<Spool> {
  const file = await openNameless()
  let sizeBytes = 0
  return {
    async write(bytes) {
      await file.writeFile(bytes)
      sizeBytes += Buffer.byteLength(bytes)
    },
    sizeBytes: () => sizeBytes,
    read: () => file.createReadStream({ start: 0, autoClose: false }),
    drain: () => file.createReadStream({ start: 0 }),
    close: () => file.close(),
  }
}

async function openNameless(): Promise<FileHandle> {
  const path = join(tmpdir(), `anden-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  await unlink(path)
  return file
}
