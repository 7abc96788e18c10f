// Reads the first sheet of an Excel file as records, like those of a CSV. A thread of its own unpacks and parses it
// (xlsx-thread.ts), because the library neither yields to other requests nor waits for its reader; the thread is blocked
// until its rows are taken, and has a limited heap. The archive says how large its parts are when they are unpacked, and the
// library refuses a part that is larger.
import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import { fault } from '@anden/contract/values'
import type { Spool } from '../../http/input/spool.ts'
import { unreadable } from './faults.ts'
import type { CsvRecord } from './read-csv.ts'
import type { XlsxBatch, XlsxJob } from './xlsx-thread.ts'

const maxFileMebibytes = 32
/** A million rows of a count take 250 MiB. */
const maxSheetMebibytes = 512
/** Different texts and styles are in memory as a whole, at twenty times this size. */
const maxOtherMebibytes = 16
const maxHeapMebibytes = 512
const maxBatchesAhead = 4
const mebibyte = 1024 * 1024

/** By its first bytes, because programs send Excel files as `text/csv`, and people rename them. */
export async function isSpreadsheet(file: Spool): Promise<boolean> {
  const start = await file.head(4)
  return isArchive(start) || isOldOrLocked(start)
}

const isArchive = (bytes: Buffer) => bytes.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004'
/** Files of Excel before 2007, and those with a password. */
const isOldOrLocked = (bytes: Buffer) => bytes.subarray(0, 4).toString('hex') === 'd0cf11e0'

export async function* readXlsx(file: Spool): AsyncGenerator<CsvRecord> {
  if (file.sizeBytes() > maxFileMebibytes * mebibyte) throw tooLarge(maxFileMebibytes)
  const bytes = await file.head(file.sizeBytes())
  checkSizes(bytes)
  const free = new Int32Array(new SharedArrayBuffer(4)).fill(maxBatchesAhead)
  const worker = new Worker(new URL('./xlsx-thread.ts', import.meta.url), {
    workerData: { bytes: new Uint8Array(bytes), free } satisfies XlsxJob,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMebibytes },
  })
  let width = 0
  try {
    for await (const [batch] of on(worker, 'message') as AsyncIterable<[XlsxBatch]>) {
      if (batch === 'end') return
      if (batch === 'unreadable') throw notReadable()
      for (const { line, cells } of batch) {
        const filled = cells.findLastIndex((cell) => cell.trim() !== '') + 1
        width ||= filled
        const missing = Array.from({ length: width - filled }, () => '')
        yield { line, fields: [...cells.slice(0, filled), ...missing], outside: cellAt(line, width, filled) }
      }
      Atomics.add(free, 0, 1)
      Atomics.notify(free, 0)
    }
  } catch (error) {
    throw isOutOfMemory(error) ? tooLarge(maxOtherMebibytes) : error
  } finally {
    await worker.terminate()
  }
}

const notReadable = () => unreadable(1, fault('not_a_spreadsheet'))
const tooLarge = (max_mib: number) => unreadable(1, fault('spreadsheet_too_large', { max_mib }))
const isOutOfMemory = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

/** The last cell of a row, if it is beyond the columns that the header names. */
const cellAt = (line: number, width: number, filled: number) =>
  filled > width ? `${columnName(filled - 1)}${line}` : null

/** 0 is A, 26 is AA. */
function columnName(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : columnName(Math.floor(index / 26) - 1) + last
}

// https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, 4.3.12 and 4.3.16.
const directoryEnd = Buffer.from('PK\u0005\u0006', 'latin1')
const directoryEntry = Buffer.from('PK\u0001\u0002', 'latin1')

function checkSizes(archive: Buffer): void {
  let others = 0
  for (const { path, unpacked, packed } of partsOf(archive)) {
    // A part without a size could be of any size.
    if (unpacked === 0 && packed > 0) throw notReadable()
    if (!path.startsWith('xl/worksheets/')) others += unpacked
    else if (unpacked > maxSheetMebibytes * mebibyte) throw tooLarge(maxSheetMebibytes)
  }
  if (others > maxOtherMebibytes * mebibyte) throw tooLarge(maxOtherMebibytes)
}

function* partsOf(archive: Buffer) {
  const end = archive.lastIndexOf(directoryEnd)
  if (!isArchive(archive) || end === -1 || end + 22 > archive.length) throw notReadable()
  let at = archive.readUInt32LE(end + 16)
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    if (at + 46 > archive.length || !archive.subarray(at, at + 4).equals(directoryEntry)) throw notReadable()
    const nameLength = archive.readUInt16LE(at + 28)
    yield {
      path: archive.toString('utf8', at + 46, at + 46 + nameLength),
      packed: archive.readUInt32LE(at + 20),
      unpacked: archive.readUInt32LE(at + 24),
    }
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32)
  }
}
