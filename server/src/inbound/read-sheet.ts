// Reads the lines of a notice from a sheet. Nothing is stored: the client looks at them, and announces them like any other.
import {
  columnFinder,
  fault,
  type InboundColumn,
  type InboundSheet,
  inboundColumns,
  maxInboundLines,
  NewInboundNotice,
} from '@anden/contract'
import type { Queryable } from '../db/queryable.ts'
import { quantityIn, yearIn } from '../imports/cells.ts'
import { noFindings, readingSheet, shownFindings } from '../imports/findings.ts'
import { nearSkus } from '../imports/near-skus.ts'
import type { SheetFile } from '../spreadsheets/file.ts'
import { type LineReader, lineReader, textRule } from '../spreadsheets/lines.ts'
import type { DecimalSign } from '../spreadsheets/read-number.ts'
import { readTable, type Table } from '../spreadsheets/table.ts'
import { productsOfSheet } from './queries.ts'

const form = {
  maxLines: maxInboundLines,
  columnOf: columnFinder<InboundColumn>(inboundColumns),
  columns: Object.keys(inboundColumns) as InboundColumn[],
  required: [['sku'], ['quantity']],
} as const

const { sku, lot_number, expiry_date } = NewInboundNotice.properties.items.items.properties
const rules = { sku: textRule(sku), lot_number: textRule(lot_number), expiry_date: textRule(expiry_date) }

export const readNoticeTable = (file: SheetFile, sign: DecimalSign | null) =>
  readingSheet(() => readTable<InboundColumn>(file, form, sign))

export async function readNoticeLines(
  at: Queryable,
  clientId: string,
  table: Table<InboundColumn>,
  sign: DecimalSign | null,
): Promise<InboundSheet> {
  const findings = noFindings(table.faults)
  const named = new Set(table.columns.flatMap(({ name }) => name ?? []))
  const lines = table.lines.map((line) => {
    const reader = lineReader(table, line, findings.report)
    return { reader, sku: named.has('sku') ? reader.required('sku', rules.sku) : null }
  })
  const skus = [...new Set(lines.flatMap((line) => line.sku ?? []))]
  const products = await at.rows(productsOfSheet(clientId, skus))
  const bySku = new Map(products.map((product) => [product.sku, product]))
  const near = await nearSkus(
    at,
    clientId,
    skus.filter((one) => !bySku.has(one)),
  )
  const items = lines.map((line): InboundSheet['items'][number] => {
    const { reader } = line
    const product = bySku.get(line.sku ?? '')
    if (line.sku !== null && !product)
      reader.refuse('sku', fault('not_your_product'), near.get(line.sku) ?? [])
    else if (product?.archived) reader.refuse('sku', fault('archived'))
    const { id = null, name = null, unit_type = null } = product ?? {}
    return {
      line: reader.line,
      product_id: id,
      sku: line.sku,
      name,
      unit_type,
      quantity: named.has('quantity') ? quantityIn(reader, sign, product?.unit_type) : null,
      lot_number: reader.text('lot_number', rules.lot_number),
      expiry_date: dateIn(reader),
      vintage_year: yearIn(reader),
    }
  })
  const { workbook, columns } = table
  return {
    workbook,
    columns,
    lines: table.lines.map(({ line, cells }) => ({ line, cells: cells.map(({ text }) => text) })),
    items,
    ...shownFindings(findings),
  }
}

/** Days of a workbook are dates by their type. A text with the day first is refused with the date that it is in Argentina. */
function dateIn(reader: LineReader<InboundColumn>): string | null {
  return reader.text('expiry_date', (text) => {
    const [, day = '', month = '', year = ''] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text) ?? []
    const meant = rules.expiry_date(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)
    if (year === '' || 'found' in meant) return rules.expiry_date(text)
    return { found: fault('day_first'), candidates: [{ value: meant.value, label: null }] }
  })
}
