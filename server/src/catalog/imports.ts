// Products from a sheet, found by their SKU: added or changed, all lines or none. A blank cell changes nothing.
import {
  columnFinder,
  fault,
  maxSheetLines,
  maxWeightKg,
  NewProduct,
  type Product,
  productColumns,
  type RecordsImport,
  type RecordsImportPreview,
  unitTypes,
  unitWords,
} from '@anden/contract'
import { gtin14 } from '@anden/contract/values'
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
import type { DecimalSign } from '../spreadsheets/read-number.ts'
import { readTable, type Table } from '../spreadsheets/table.ts'
import {
  holdersOfGtins,
  insertProducts,
  lockProductImports,
  productsToMatch,
  updateProducts,
} from './queries.ts'

type Column = keyof typeof productColumns
type ProductTable = Table<Column>
type Given = { reader: LineReader<Column> } & {
  [Field in Column]: (Field extends 'weight_kg' ? number : string) | null
}

const columns = Object.keys(productColumns) as Column[]
const form = {
  maxLines: maxSheetLines,
  columnOf: columnFinder<Column>(productColumns),
  columns,
  required: [['sku']],
} as const

const { properties } = NewProduct
const units = new Map(
  unitTypes.flatMap((unit) =>
    [unit, ...Object.values(unitWords).flatMap((words) => words[unit])].map(
      (word) => [fold(word), unit] as const,
    ),
  ),
)
const unitRule = textRule(properties.unit_type)
const rules = {
  sku: textRule(properties.sku),
  name: textRule(properties.name),
  unit_type: ((text) => unitRule(units.get(fold(text)) ?? text)) as TextRule,
  gtin: textRule(properties.gtin),
  location: textRule(properties.location),
}
const weight = { decimals: 3, max: maxWeightKg }
const changeable = ['name', 'gtin', 'location', 'weight_kg'] as const

export const readProductTable = (file: SheetFile, sign: DecimalSign | null): Promise<ProductTable> =>
  readingSheet(() => readTable<Column>(file, form, sign))

export async function previewProducts(
  at: Queryable,
  clientId: string,
  table: ProductTable,
  sign: DecimalSign | null,
): Promise<RecordsImportPreview> {
  const findings = noFindings(table.faults)
  const plans = await planProducts(at, clientId, { table, sign, findings, isLocked: false })
  return previewOfRecords(table, plans, findings)
}

export async function importProducts(
  tx: Transaction,
  by: Author,
  clientId: string,
  table: ProductTable,
  sign: DecimalSign | null,
): Promise<RecordsImport> {
  await tx.run(lockProductImports(clientId))
  const findings = noFindings(table.faults)
  const plans = await planProducts(tx, clientId, { table, sign, findings, isLocked: true })
  refuseFaulty(findings)
  const rowsWith = (outcome: string) =>
    plans.flatMap((plan) => (plan.outcome === outcome && plan.after ? [plan.after] : []))
  const added = await tx.rows(insertProducts(clientId, rowsWith('create')))
  const changed = await tx.rows(updateProducts(clientId, rowsWith('update')))
  const beforeOf = new Map(plans.map(({ id, before }) => [id, before]))
  const entries = [
    ...added.map((after) => ({ clientId, action: 'products.create' as const, subjectId: after.id, after })),
    ...changed.map((after) => ({
      clientId,
      action: 'products.update' as const,
      subjectId: after.id,
      before: beforeOf.get(after.id),
      after,
    })),
  ]
  if (entries.length > 0) recordAuditBatch(tx, by, entries)
  return importOfRecords(plans)
}

type Planning = { table: ProductTable; sign: DecimalSign | null; findings: Findings; isLocked: boolean }

async function planProducts(
  at: Queryable,
  clientId: string,
  { table, sign, findings, isLocked }: Planning,
): Promise<RecordPlan<Product>[]> {
  const lines = table.lines.map((line) => givenProduct(lineReader(table, line, findings.report), sign))
  const skus = lines.flatMap(({ sku }) => sku ?? [])
  const bySku = new Map(
    (await at.rows(productsToMatch(clientId, skus, isLocked))).map((row) => [row.sku, row]),
  )
  const gtins = lines.flatMap(({ gtin }) => (gtin === null ? [] : gtin14(gtin)))
  const holders = gtins.length > 0 ? await at.rows(holdersOfGtins(clientId, gtins)) : []
  const holderOf = new Map(holders.map(({ gtin14: gtin, sku }) => [gtin, sku]))
  const seen = new Map<string, number>()
  return lines.map((given) => {
    const { reader, sku } = given
    const label = sku ?? ''
    if (sku === null || findings.isFaulty(reader.line)) return faultyPlan(reader.line, label)
    const before = bySku.get(sku) ?? null
    checkRecord(given, before, seen.get(sku))
    checkGtin(given, sku, holderOf)
    seen.set(sku, seen.get(sku) ?? reader.line)
    if (findings.isFaulty(reader.line)) return faultyPlan(reader.line, label)
    return planOf({ line: reader.line, label }, before, afterOf(given, before, clientId), changeable)
  })
}

function givenProduct(reader: LineReader<Column>, sign: DecimalSign | null): Given {
  return {
    reader,
    sku: reader.required('sku', rules.sku),
    name: reader.text('name', rules.name),
    unit_type: reader.text('unit_type', rules.unit_type),
    gtin: reader.text('gtin', rules.gtin),
    location: reader.text('location', rules.location),
    weight_kg: reader.number('weight_kg', sign, weight),
  }
}

function checkRecord({ reader, name, unit_type }: Given, before: Product | null, first: number | undefined) {
  if (first !== undefined) reader.refuse('sku', fault('repeated_record', { line: first }))
  if (before?.archived) reader.refuse('sku', fault('archived'))
  if (before === null && name === null) reader.refuse('name', fault('empty'))
  if (before === null && unit_type === null) reader.refuse('unit_type', fault('empty'))
  if (before && unit_type !== null && unit_type !== before.unit_type) {
    reader.refuse('unit_type', fault('not_the_products_unit', { unit: before.unit_type }), [
      { value: before.unit_type, label: null },
    ])
  }
}

/** A bar code belongs to one product, also among the lines. */
function checkGtin({ reader, gtin }: Given, sku: string, holderOf: Map<string, string>): void {
  if (gtin === null) return
  const holder = holderOf.get(gtin14(gtin))
  if (holder !== undefined && holder !== sku) reader.refuse('gtin', fault('gtin_taken', { sku: holder }))
  else holderOf.set(gtin14(gtin), sku)
}

function afterOf(given: Given, before: Product | null, clientId: string): Product {
  const { sku, name, unit_type, gtin, location, weight_kg } = given
  const said = { name, gtin, location, weight_kg }
  const changes = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== null))
  const fresh = {
    id: uuidv7(),
    client_id: clientId,
    sku,
    unit_type,
    gtin: null,
    location: null,
    weight_kg: null,
  }
  return { ...(before ?? fresh), ...changes } as Product
}
