// Runs in the thread that reads a workbook: either posts all rows as texts in batches, and is blocked while too many are not
// taken, or posts a small sheet as a whole, with what each cell is.
import { parentPort, workerData } from 'node:worker_threads'
import type { Cell, CellValue, Sheet } from 'hucre/xlsx'
import { columnName } from './file.ts'

/** `free`: how many batches may still be posted. */
export type WorkbookJob = {
  what: 'rows' | 'cells'
  bytes: Uint8Array
  free: Int32Array
  maxLines: number
}
type TextRow = { line: number; cells: string[] }
export type RowBatch = TextRow[]

/** A cell as it was read. A number has both; its text has a decimal point. */
export type ReadCell = { text: string; number: number | null; flaw: CellFlaw | null }
export type CellFlaw =
  | { is: 'error' }
  | { is: 'formula' }
  /** Within merged cells, whose text stands in the first of them. */
  | { is: 'merged'; cells: string; text: string }
export type ReadSheet = {
  sheet: string
  position: number
  sheets: number
  hidden: number
  rows: { line: number; cells: ReadCell[] }[]
}

const rowsPerBatch = 500
/** More than any count has; a sheet has up to 16,384. */
const maxColumns = 256
/** What is longer is too long for every column. */
const maxCellLength = 2_500
const maxMergedCells = 100_000

async function readJob({ what, bytes, free, maxLines }: WorkbookJob): Promise<void> {
  const post = (batch: RowBatch | ReadSheet | 'end' | 'unreadable') => parentPort?.postMessage(batch)
  try {
    if (what === 'cells') post(await readSheet(bytes, maxLines))
    else await postRows(bytes, free, post)
    post('end')
  } catch {
    // The file is damaged, has a password, or is something else in a ZIP archive.
    post('unreadable')
  }
}

type SheetInfo = { name: string; index: number; hidden?: boolean; veryHidden?: boolean }
const isHidden = ({ hidden, veryHidden }: SheetInfo) => Boolean(hidden || veryHidden)

/** The sheets of the workbook, of which none is read. */
async function sheetsOf(bytes: Uint8Array): Promise<SheetInfo[]> {
  const { readXlsx } = await import('hucre/xlsx')
  const found: SheetInfo[] = []
  const note = (info: SheetInfo) => {
    found.push(info)
    return false
  }
  await readXlsx(bytes, { sheets: note })
  return found
}

const firstVisible = (sheets: readonly SheetInfo[]) => {
  const first = sheets.find((sheet) => !isHidden(sheet)) ?? sheets[0]
  if (!first) throw new Error('a workbook without sheets')
  return first
}

async function postRows(bytes: Uint8Array, free: Int32Array, post: (batch: RowBatch) => void) {
  const { streamXlsxRows } = await import('hucre/xlsx')
  const { index: sheet } = firstVisible(await sheetsOf(bytes))
  let batch: RowBatch = []
  const postBatch = () => {
    while (Atomics.load(free, 0) === 0) Atomics.wait(free, 0, 0)
    Atomics.sub(free, 0, 1)
    post(batch)
    batch = []
  }
  for await (const { index, values } of streamXlsxRows(bytes, { sheet })) {
    batch.push({ line: index + 1, cells: values.slice(0, maxColumns).map(textOf) })
    if (batch.length >= rowsPerBatch) postBatch()
  }
  postBatch()
}

async function readSheet(bytes: Uint8Array, maxLines: number): Promise<ReadSheet> {
  const { readXlsx } = await import('hucre/xlsx')
  const all = await sheetsOf(bytes)
  const { name, index } = firstVisible(all)
  const { sheets } = await readXlsx(bytes, { sheets: [index] })
  const [sheet] = sheets
  if (!sheet) throw new Error('the sheet is not in the file')
  return {
    sheet: name,
    position: index + 1,
    sheets: all.length,
    hidden: all.filter(isHidden).length,
    rows: rowsOf(sheet, maxLines),
  }
}

/** The rows that are not blank, up to one more than are allowed. */
function rowsOf({ rows, cells, merges = [] }: Sheet, maxLines: number): ReadSheet['rows'] {
  const merged = mergedCells(merges, rows)
  const found: ReadSheet['rows'] = []
  for (const [index, values] of rows.entries()) {
    const read = values.slice(0, maxColumns).map((value, column): ReadCell => {
      const place = `${index},${column}`
      return {
        text: textOf(value).slice(0, maxCellLength),
        number: typeof value === 'number' ? value : null,
        flaw: flawOf(value, cells?.get(place)) ?? merged.get(place) ?? null,
      }
    })
    if (read.every(({ text, flaw }) => text.trim() === '' && flaw?.is !== 'formula')) continue
    found.push({ line: index + 1, cells: read })
    if (found.length > maxLines) break
  }
  return found
}

function flawOf(value: CellValue | undefined, cell: Cell | undefined): CellFlaw | undefined {
  if (cell?.type === 'error') return { is: 'error' }
  if (cell?.formula !== undefined && (value === null || value === undefined)) return { is: 'formula' }
  return undefined
}

type Merge = NonNullable<Sheet['merges']>[number]

/** By row and column, without the first of each, which has the text. */
function mergedCells(merges: readonly Merge[], rows: readonly CellValue[][]): Map<string, CellFlaw> {
  const found = new Map<string, CellFlaw>()
  for (const { startRow, startCol, endRow, endCol } of merges) {
    const flaw: CellFlaw = {
      is: 'merged',
      cells: `${nameOf(startRow, startCol)}:${nameOf(endRow, endCol)}`,
      text: textOf(rows[startRow]?.[startCol]).slice(0, maxCellLength),
    }
    for (let row = startRow; row <= Math.min(endRow, rows.length - 1); row++) {
      for (let column = startCol; column <= Math.min(endCol, maxColumns); column++) {
        if (found.size >= maxMergedCells) return found
        if (row !== startRow || column !== startCol) found.set(`${row},${column}`, flaw)
      }
    }
  }
  return found
}

const nameOf = (row: number, column: number) => `${columnName(column)}${row + 1}`

/** A cell as a person would write it into a CSV. Excel shows 15 digits of a number: 0.1 + 0.2 is 0.3. */
function textOf(value: CellValue | undefined): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(Number(value.toPrecision(15)))
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString().slice(0, 10)
  return String(value).replaceAll('\0', '').toWellFormed()
}

// Last: what is declared above is used at once.
await readJob(workerData as WorkbookJob)
