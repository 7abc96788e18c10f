// A small sheet as a table: its columns as their headings name them, its lines, and what is wrong with its cells before
// anybody knows what they mean.
import { type Fault, fault, type SheetFault, type SheetFaultCode } from '@anden/contract/values'
import { columnName, isErrorText, type SheetFile, UnreadableSheet } from './file.ts'
import { readCsv } from './read-csv.ts'
import { type DecimalSign, writeNumber } from './read-number.ts'
import { isWorkbook, readWholeSheet } from './read-workbook.ts'
import type { CellFlaw, ReadCell, ReadSheet } from './workbook-thread.ts'

type Workbook = Omit<ReadSheet, 'rows'>
/** `name`: what the heading was recognised as. */
type TableColumn<Name extends string> = { position: number; heading: string; name: Name | null }
export type TableCell = { text: string; number: number | null; fault: CellFault | null }
type CellFault = Fault<SheetFaultCode> & Pick<SheetFault, 'candidates'>
export type TableLine = { line: number; cells: TableCell[] }

export type Table<Name extends string> = {
  workbook: Workbook | null
  columns: TableColumn<Name>[]
  lines: TableLine[]
  faults: SheetFault[]
}

export type TableForm<Name extends string> = {
  maxLines: number
  columnOf: (heading: string) => Name | undefined
  columns: readonly Name[]
  /** One of each entry. */
  required: readonly (readonly Name[])[]
}

/** Throws an `UnreadableSheet`. Everything else that is wrong is in `faults`. */
export async function readTable<Name extends string>(
  file: SheetFile,
  form: TableForm<Name>,
  sign: DecimalSign | null,
): Promise<Table<Name>> {
  const { workbook, rows } = await readRows(file, form.maxLines, sign)
  const [header, ...body] = rows
  if (!header) throw new UnreadableSheet(1, fault('header_missing'))
  if (body.length === 0) throw new UnreadableSheet(header.line, fault('no_lines'))
  if (body.length > form.maxLines) {
    throw new UnreadableSheet(body.at(-1)?.line ?? 1, fault('too_many_lines', { max: form.maxLines }))
  }
  const width = filled(header.cells)
  const recognised = columnsOf(header.cells.slice(0, width), form)
  const lines = body.map(({ line, cells }) => ({ line, cells: padded(cells, width) }))
  const faults = [
    ...headerFaults(recognised, header.line, form),
    ...body.flatMap((row) => widthFault(row, width, workbook !== null)),
  ]
  return { workbook, columns: recognised, lines, faults }
}

type Rows = { workbook: Workbook | null; rows: TableLine[] }

async function readRows(file: SheetFile, maxLines: number, sign: DecimalSign | null): Promise<Rows> {
  if (await isWorkbook(file)) {
    const { rows, ...workbook } = await readWholeSheet(file, maxLines + 1)
    return {
      workbook,
      rows: rows.map(({ line, cells }) => ({ line, cells: cells.map((cell) => cellOf(cell, sign)) })),
    }
  }
  const rows: TableLine[] = []
  // A line break within quotes is a line, too.
  for await (const { line, fields } of readCsv(file.read(), maxFileLines)) {
    if (fields.every((field) => field.trim() === '')) continue
    rows.push({ line, cells: fields.map((text) => cellOf({ text, number: null, flaw: null }, sign)) })
    if (rows.length > maxLines + 1) break
  }
  return { workbook: null, rows }
}

/** Blank lines are few: a file of 5 MB of them is refused. */
const maxFileLines = 100_000
const maxCellLength = 2_500

function cellOf({ text, number, flaw }: ReadCell, sign: DecimalSign | null): TableCell {
  const read = number === null ? text : writeNumber(Number(number.toPrecision(15)), sign)
  const shown = read.length > maxCellLength - 1 ? `${read.slice(0, maxCellLength - 1)}…` : read
  const found = faultOf(text.trim(), flaw)
  return { text: shown.trim(), number: flaw?.is === 'merged' ? null : number, fault: found }
}

function faultOf(text: string, flaw: CellFlaw | null): CellFault | null {
  if (flaw?.is === 'error' || isErrorText(text)) {
    return { ...fault('cell_error', { shown: text }), candidates: [] }
  }
  if (flaw?.is === 'formula') return { ...fault('formula_without_value'), candidates: [] }
  if (flaw?.is !== 'merged' || text !== '') return null
  const candidates = flaw.text.trim() === '' ? [] : [{ value: flaw.text.trim(), label: null }]
  return { ...fault('merged_cells', { cells: flaw.cells }), candidates }
}

const filled = (cells: readonly TableCell[]) => cells.findLastIndex(({ text }) => text !== '') + 1
const blank: TableCell = { text: '', number: null, fault: null }
const padded = (cells: readonly TableCell[], width: number) =>
  Array.from({ length: width }, (_, index) => cells[index] ?? blank)

function columnsOf<Name extends string>(cells: readonly TableCell[], { columnOf }: TableForm<Name>) {
  const seen = new Set<Name>()
  return cells.map(({ text }, index): TableColumn<Name> => {
    const name = columnOf(text) ?? null
    const isFirst = name !== null && !seen.has(name)
    if (name !== null) seen.add(name)
    return { position: index + 1, heading: text, name: isFirst ? name : null }
  })
}

function headerFaults<Name extends string>(
  columns: readonly TableColumn<Name>[],
  line: number,
  { columnOf, columns: known, required }: TableForm<Name>,
): SheetFault[] {
  const named = new Set(columns.flatMap(({ name }) => name ?? []))
  const unknown = columns.flatMap(({ name, heading, position }): SheetFault[] => {
    if (name !== null) return []
    const place = { line, value: heading, candidates: [] }
    const twice = columnOf(heading)
    if (twice) return [{ ...place, column: twice, ...fault('column_twice') }]
    return heading === ''
      ? [{ ...place, column: null, ...fault('unnamed_column', { column: position, known }) }]
      : [{ ...place, column: heading, ...fault('unknown_column', { known }) }]
  })
  const missing = required.flatMap((names): SheetFault[] => {
    const [column] = names
    if (!column || names.some((name) => named.has(name))) return []
    return [{ line, column, value: null, candidates: [], ...fault('column_missing') }]
  })
  return [...unknown, ...missing]
}

/** Fields that are blank beyond the header are nothing: Excel writes them for columns that had something once. */
function widthFault({ line, cells }: TableLine, width: number, isFromWorkbook: boolean): SheetFault[] {
  const count = filled(cells)
  const place = { line, column: null, value: null, candidates: [] }
  if (count > width) {
    const cell = `${columnName(count - 1)}${line}`
    return [
      {
        ...place,
        ...(isFromWorkbook
          ? fault('cell_outside_columns', { cell })
          : fault('too_many_fields', { count, expected_count: width })),
      },
    ]
  }
  if (isFromWorkbook || cells.length >= width) return []
  return [{ ...place, ...fault('too_few_fields', { count: cells.length, expected_count: width }) }]
}
