// The columns of a sheet, and what the columns of a pasted table are.
import { plainColumnName } from '@anden/contract/values'
import type { CellFault } from './faults.ts'
import { readTable } from './table-text.ts'

export type SheetColumn = {
  id: string
  label: string
  /** Further headings by which it is recognised, in any spelling. */
  names: readonly string[]
  /** In pixels. */
  width: number
  isRequired?: boolean
  isNumeric?: boolean
  isDate?: boolean
  /** A code, shown in the font of codes. */
  isCode?: boolean
  /** Shown only if a row has it, or someone has chosen it. */
  isRare?: boolean
}

/** The cells of a row by the id of their column. An empty cell is left out. */
export type Cells = Readonly<Record<string, string>>

/** What each column of a table is: the id of a column, or null if it is not used. */
export type Arrangement = readonly (string | null)[]

/** The id of the column that a heading names; undefined if it names none. */
export function columnNamed(heading: string, columns: readonly SheetColumn[]): string | undefined {
  const name = plainColumnName(heading)
  if (name === '') return undefined
  return columns.find(({ id, label, names }) =>
    [id, label, ...names].some((one) => plainColumnName(one) === name),
  )?.id
}

/** A table whose columns are known. `headings` is null if it has none. */
export type PastedTable = {
  headings: readonly string[] | null
  rows: readonly (readonly string[])[]
  /** What is wrong with a cell in its file, and cannot be seen in its text. By the index of the row. */
  faults?: ReadonlyMap<number, readonly CellFault[]>
}

/**
 * Spreadsheets separate cells with tabs. Text without tabs is a single column, unless its first line names columns: in an
 * address, a comma separates nothing.
 */
export function readPasted(text: string, columns: readonly SheetColumn[]): PastedTable {
  for (const separator of text.includes('\t') ? ['\t'] : [';', ',']) {
    const [headings = [], ...rows] = readTable(text, separator)
    if (areHeadings(headings, columns)) return { headings, rows }
  }
  return { headings: null, rows: readTable(text, '\t') }
}

const areHeadings = (cells: readonly string[], columns: readonly SheetColumn[]) =>
  new Set(cells.map((cell) => columnNamed(cell, columns)).filter(Boolean)).size >= Math.min(2, columns.length)

/** Each column is taken once: the second of two equal headings is not used. */
export function arrangementOf(headings: readonly string[], columns: readonly SheetColumn[]): Arrangement {
  const taken = new Set<string>()
  return headings.map((heading) => {
    const id = columnNamed(heading, columns)
    if (id === undefined || taken.has(id)) return null
    taken.add(id)
    return id
  })
}

/** The columns from the one with this id on, in the order in which they are shown. */
export function arrangementFrom(
  id: string,
  width: number,
  columns: readonly { id: string }[],
): (string | null)[] {
  const first = columns.findIndex((column) => column.id === id)
  return Array.from({ length: width }, (_, index) => columns[first + index]?.id ?? null)
}

export function cellsOf(row: readonly string[], arrangement: Arrangement): Cells {
  const cells: Record<string, string> = {}
  for (const [index, id] of arrangement.entries()) {
    // A line break within a cell is how a spreadsheet wraps its text.
    const text = row[index]?.trim().replace(/\s*\n\s*/g, ' ') ?? ''
    if (id !== null && text !== '') cells[id] = text
  }
  return cells
}

export const isBlank = (cells: Cells) => Object.keys(cells).length === 0
