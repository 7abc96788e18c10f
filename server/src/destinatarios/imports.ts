// Recipients from a sheet. A chain has many branches with one CUIT: a recipient is found by CUIT and name together, and one that has
// the name and no CUIT yet gets it. A line without a CUIT is found by its name alone. A blank cell changes nothing.
import {
  columnFinder,
  cuitOrDni,
  type Destinatario,
  destinatarioColumns,
  fault,
  ivaConditionWords,
  maxSheetLines,
  NewDestinatario,
  type RecordsImport,
  type RecordsImportPreview,
} from '@anden/contract'
import { uuidv7 } from 'uuidv7'
import { recordAuditBatch } from '../audit/record.ts'
import type { Queryable } from '../db/queryable.ts'
import { fold } from '../db/sql.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Author } from '../deps.ts'
import { type Findings, noFindings, readingSheet } from '../imports/findings.ts'
import {
  faultyPlan,
  importOfRecords,
  planOf,
  previewOfRecords,
  type RecordPlan,
  refuseFaulty,
} from '../imports/records.ts'
import type { SheetFile } from '../spreadsheets/file.ts'
import { type LineReader, lineReader, type TextRule, textRule } from '../spreadsheets/lines.ts'
import { readTable, type Table } from '../spreadsheets/table.ts'
import { asCandidates } from './find.ts'
import {
  destinatariosToMatch,
  insertDestinatarios,
  lockDestinatarioImports,
  type MatchableRow,
  updateDestinatarios,
} from './queries.ts'

type Column = keyof typeof destinatarioColumns
type Field = Exclude<Column, 'id'>
type RecipientTable = Table<Column>

const columns = Object.keys(destinatarioColumns) as Column[]
const form = {
  maxLines: maxSheetLines,
  columnOf: columnFinder<Column>(destinatarioColumns),
  columns,
  required: [['name']],
} as const

const { properties } = NewDestinatario
const conditions = new Map(
  Object.entries(ivaConditionWords).flatMap(([condition, words]) =>
    [...Object.values(words), condition].map((word) => [fold(String(word)), condition] as const),
  ),
)
const conditionRule = textRule(properties.iva_condition)
const rules: Record<Field, TextRule> = {
  name: textRule(properties.name),
  address: textRule(properties.address),
  phone: textRule(properties.phone),
  city: textRule(properties.city),
  province: textRule(properties.province),
  postal_code: textRule(properties.postal_code),
  email: textRule(properties.email),
  cuit_dni: textRule(properties.cuit_dni),
  iva_condition: (text) => conditionRule(conditions.get(fold(text)) ?? text),
  delivery_schedule: textRule(properties.delivery_schedule),
}
const fields = Object.keys(rules) as Field[]
const idRule: TextRule = textRule({ type: 'string', format: 'uuid', maxLength: 36 })

export const readRecipientTable = (file: SheetFile): Promise<RecipientTable> =>
  readingSheet(() => readTable<Column>(file, form, null))

export async function previewRecipients(
  at: Queryable,
  clientId: string,
  table: RecipientTable,
): Promise<RecordsImportPreview> {
  const findings = noFindings(table.faults)
  return previewOfRecords(table, await planRecipients(at, clientId, table, findings, false), findings)
}

export async function importRecipients(
  tx: Transaction,
  by: Author,
  clientId: string,
  table: RecipientTable,
): Promise<RecordsImport> {
  await tx.run(lockDestinatarioImports(clientId))
  const findings = noFindings(table.faults)
  const plans = await planRecipients(tx, clientId, table, findings, true)
  refuseFaulty(findings)
  const rowsWith = (outcome: string) =>
    plans.flatMap((plan) => (plan.outcome === outcome && plan.after ? [plan.after] : []))
  await write(tx, by, clientId, plans, await tx.rows(insertDestinatarios(clientId, rowsWith('create'))))
  await write(tx, by, clientId, plans, await tx.rows(updateDestinatarios(clientId, rowsWith('update'))))
  return importOfRecords(plans)
}

/** The audit entries of rows that were written. */
async function write(
  tx: Transaction,
  by: Author,
  clientId: string,
  plans: readonly RecordPlan<MatchableRow>[],
  written: readonly Destinatario[],
): Promise<void> {
  if (written.length === 0) return
  const beforeOf = new Map(plans.map(({ id, before }) => [id, before]))
  recordAuditBatch(
    tx,
    by,
    written.map((after) => {
      const { name_folded: _, ...before } = beforeOf.get(after.id) ?? { name_folded: '' }
      return 'id' in before
        ? { clientId, action: 'destinatarios.update', subjectId: after.id, before, after }
        : { clientId, action: 'destinatarios.create', subjectId: after.id, after }
    }),
  )
}

type GivenRecipient = { reader: LineReader<Column>; id: string | null; given: Partial<Record<Field, string>> }

async function planRecipients(
  at: Queryable,
  clientId: string,
  table: RecipientTable,
  findings: Findings,
  isLocked: boolean,
): Promise<RecordPlan<MatchableRow>[]> {
  const lines = table.lines.map((line) => givenRecipient(lineReader(table, line, findings.report)))
  const ids = lines.flatMap(({ id }) => id ?? [])
  const names = lines.flatMap(({ given }) => (given.name ? fold(given.name) : []))
  const rows = await at.rows(destinatariosToMatch(clientId, ids, names, isLocked))
  const byName = Map.groupBy(rows, ({ name_folded }) => name_folded)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const seen = new Map<string, number>()
  return lines.map(({ reader, id, given }) => {
    const label = given.name ?? ''
    if (findings.isFaulty(reader.line)) return faultyPlan(reader.line, label)
    const match = id === null ? matchOf(byName.get(fold(label)) ?? [], given, reader) : byId.get(id)
    if (id !== null && !match) reader.refuse('id', fault('unknown_destinatario'))
    const key = match?.id ?? `${given.cuit_dni ?? ''} ${fold(label)}`
    const first = seen.get(key)
    if (first !== undefined) reader.refuse('name', fault('repeated_record', { line: first }))
    seen.set(key, first ?? reader.line)
    if (findings.isFaulty(reader.line)) return faultyPlan(reader.line, label)
    const before = match ?? null
    const after = { ...(before ?? { ...emptyRow, id: uuidv7() }), ...given, name_folded: fold(label) }
    return planOf({ line: reader.line, label }, before, after as MatchableRow, fields)
  })
}

function givenRecipient(reader: LineReader<Column>): GivenRecipient {
  const given: GivenRecipient['given'] = {}
  for (const field of fields) {
    const text = field === 'name' ? reader.required(field, rules[field]) : reader.text(field, rules[field])
    if (text !== null) given[field] = field === 'cuit_dni' ? (cuitOrDni(text) ?? text) : text
  }
  return { reader, id: reader.text('id', idRule), given }
}

/** undefined: it is a new one, or the fault is reported. */
function matchOf(
  named: readonly MatchableRow[],
  { cuit_dni }: GivenRecipient['given'],
  reader: LineReader<Column>,
): MatchableRow | undefined {
  const same = cuit_dni === undefined ? named : named.filter((row) => row.cuit_dni === cuit_dni)
  const without = cuit_dni === undefined ? [] : named.filter((row) => row.cuit_dni === null)
  const found = same.length > 0 ? same : without
  if (found.length > 1) {
    reader.refuse('name', fault('several_matches'), asCandidates(found))
    return undefined
  }
  return found[0]
}

const emptyRow: Omit<MatchableRow, 'id' | 'name' | 'name_folded' | 'created_at' | 'updated_at'> = {
  address: null,
  phone: null,
  city: null,
  province: null,
  postal_code: null,
  email: null,
  cuit_dni: null,
  iva_condition: null,
  delivery_schedule: null,
}
