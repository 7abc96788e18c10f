// Reads the first visible sheet of a workbook. A thread of its own unpacks and parses it (workbook-thread.ts), because the
// library neither yields to other requests nor waits for its reader; the thread is blocked until its rows are taken, and has
// a limited heap. Macros and links to other files are parts of the archive that nothing here opens.
import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import { checkSizes, isArchive, maxOtherMebibytes, notReadable, tooLarge } from './archive.ts'
import { columnName, type SheetFile, type SheetRow } from './file.ts'
import type { ReadSheet, RowBatch, WorkbookJob } from './workbook-thread.ts'

const mebibyte = 1024 * 1024
const maxBatchesAhead = 4

type Limits = { fileMebibytes: number; sheetMebibytes: number; heapMebibytes: number }

/** A million rows of a count take 250 MiB. */
const largeSheet: Limits = { fileMebibytes: 32, sheetMebibytes: 512, heapMebibytes: 512 }
/** A few thousand rows, of which everything is known. A million empty rows are larger. */
const smallSheet: Limits = { fileMebibytes: 5, sheetMebibytes: 16, heapMebibytes: 384 }

/** By its first bytes, because programs send Excel files as `text/csv`, and people rename them. */
export async function isWorkbook(file: SheetFile): Promise<boolean> {
  const start = await file.head(4)
  return isArchive(start) || isOldOrLocked(start)
}

/** Files of Excel before 2007, and those with a password. */
const isOldOrLocked = (bytes: Buffer) => bytes.subarray(0, 4).toString('hex') === 'd0cf11e0'

/** The rows as texts, in batches, however many there are. */
export async function* readWorkbookRows(file: SheetFile): AsyncGenerator<SheetRow> {
  let width = 0
  for await (const batch of batchesOf<RowBatch>(file, 'rows', largeSheet)) {
    for (const { line, cells } of batch) {
      const filled = cells.findLastIndex((cell) => cell.trim() !== '') + 1
      width ||= filled
      const missing = Array.from({ length: width - filled }, () => '')
      yield { line, fields: [...cells.slice(0, filled), ...missing], outside: cellAt(line, width, filled) }
    }
  }
}

/** The whole sheet with what its cells are, up to the line behind `maxLines`. */
export async function readWholeSheet(file: SheetFile, maxLines: number): Promise<ReadSheet> {
  for await (const sheet of batchesOf<ReadSheet>(file, 'cells', smallSheet, maxLines)) return sheet
  throw notReadable()
}

async function* batchesOf<Batch>(
  file: SheetFile,
  what: WorkbookJob['what'],
  limits: Limits,
  maxLines = Number.MAX_SAFE_INTEGER,
): AsyncGenerator<Batch> {
  if (file.sizeBytes() > limits.fileMebibytes * mebibyte) throw tooLarge(limits.fileMebibytes)
  const bytes = await file.head(file.sizeBytes())
  checkSizes(bytes, limits.sheetMebibytes)
  const free = new Int32Array(new SharedArrayBuffer(4)).fill(maxBatchesAhead)
  const worker = new Worker(new URL('./workbook-thread.ts', import.meta.url), {
    workerData: { what, bytes: new Uint8Array(bytes), free, maxLines } satisfies WorkbookJob,
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMebibytes },
  })
  try {
    for await (const [batch] of on(worker, 'message') as AsyncIterable<[Batch | 'end' | 'unreadable']>) {
      if (batch === 'end') return
      if (batch === 'unreadable') throw notReadable()
      yield batch
      Atomics.add(free, 0, 1)
      Atomics.notify(free, 0)
    }
  } catch (error) {
    throw isOutOfMemory(error) ? tooLarge(maxOtherMebibytes) : error
  } finally {
    await worker.terminate()
  }
}

const isOutOfMemory = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

/** The last cell of a row, if it is beyond the columns that the header names. */
const cellAt = (line: number, width: number, filled: number) =>
  filled > width ? `${columnName(filled - 1)}${line}` : null
