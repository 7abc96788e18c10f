// Sheets whose lines are each a record: recipients and products. The room says what becomes of each line.
import type { RecordsImport, RecordsImportPreview, SheetRecord } from '@anden/contract'
import type { Table } from '../spreadsheets/table.ts'
import { type Findings, invalidSheet, shownFindings } from './findings.ts'

/** What a line asks for: `after` is the record as it would be. */
export type RecordPlan<Row> = SheetRecord & { before: Row | null; after: Row | null }

const countsOf = (plans: readonly SheetRecord[]) => {
  const count = (outcome: SheetRecord['outcome']) => plans.filter((plan) => plan.outcome === outcome).length
  return { created: count('create'), updated: count('update'), unchanged: count('unchanged') }
}

const shown = ({ line, outcome, id, label, changes }: SheetRecord): SheetRecord => ({
  line,
  outcome,
  id,
  label,
  changes,
})

export const previewOfRecords = (
  { workbook, columns, lines }: Table<string>,
  plans: readonly SheetRecord[],
  findings: Findings,
): RecordsImportPreview => ({
  dry_run: true,
  ...countsOf(plans),
  workbook,
  columns,
  lines: lines.map(({ line, cells }) => ({ line, cells: cells.map(({ text }) => text) })),
  // A dry run creates nothing, so what it would create has no id.
  records: plans.map((plan) => shown({ ...plan, id: plan.outcome === 'create' ? null : plan.id })),
  ...shownFindings(findings),
})

/** Refuses the sheet if any of its cells is faulty: all lines are imported, or none. */
export function refuseFaulty(findings: Findings): void {
  if (findings.count > 0) throw invalidSheet(findings)
}

export const importOfRecords = (plans: readonly SheetRecord[]): RecordsImport => ({
  dry_run: false,
  ...countsOf(plans),
  records: plans.map(shown),
})

/** The plan of a line whose record is known, by what would change of it. */
export function planOf<Row extends { id: string }>(
  place: { line: number; label: string },
  before: Row | null,
  after: Row,
  columns: readonly (keyof Row & string)[],
): RecordPlan<Row> {
  const changes = before ? columns.filter((column) => before[column] !== after[column]) : []
  const outcome = before === null ? 'create' : changes.length > 0 ? 'update' : 'unchanged'
  return { ...place, outcome, id: after.id, changes, before, after }
}

/** Of a line whose cells are not understood. */
export const faultyPlan = (line: number, label: string): RecordPlan<never> => ({
  line,
  label,
  outcome: 'faulty',
  id: null,
  changes: [],
  before: null,
  after: null,
})
