// Runs in the thread that reads an Excel file: posts its rows in batches, and is blocked while too many are not taken.
import { parentPort, workerData } from 'node:worker_threads'
import type { CellValue } from 'hucre/xlsx'

/** `free`: how many batches may still be posted. */
export type XlsxJob = { bytes: Uint8Array; free: Int32Array }
export type XlsxRow = { line: number; cells: string[] }
export type XlsxBatch = XlsxRow[] | 'end' | 'unreadable'

const rowsPerBatch = 500
/** More than any count has; a sheet has up to 16,384. */
const maxColumns = 256

await readFirstSheet(workerData as XlsxJob)

async function readFirstSheet({ bytes, free }: XlsxJob): Promise<void> {
  const { streamXlsxRows } = await import('hucre/xlsx')
  let batch: XlsxRow[] = []
  const post = () => {
    while (Atomics.load(free, 0) === 0) Atomics.wait(free, 0, 0)
    Atomics.sub(free, 0, 1)
    parentPort?.postMessage(batch)
    batch = []
  }
  try {
    for await (const { index, values } of streamXlsxRows(bytes)) {
      batch.push({ line: index + 1, cells: values.slice(0, maxColumns).map(textOf) })
      if (batch.length >= rowsPerBatch) post()
    }
    post()
    parentPort?.postMessage('end' satisfies XlsxBatch)
  } catch {
    // The file is damaged, has a password, or is something else in a ZIP archive.
    parentPort?.postMessage('unreadable' satisfies XlsxBatch)
  }
}

/** A cell as a person would write it into a CSV. Excel shows 15 digits of a number: 0.1 + 0.2 is 0.3. */
function textOf(value: CellValue | undefined): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(Number(value.toPrecision(15)))
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString().slice(0, 10)
  return String(value).replaceAll('\0', '').toWellFormed()
}
