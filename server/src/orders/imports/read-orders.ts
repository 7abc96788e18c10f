// From the lines of a sheet to orders, as far as that goes without the database: lines with one reference are one order, and what
// they say of the order as a whole must agree. Where a line leaves that blank, it is as its first line says.
import { maxSheetOrders, NewOrder, type OrderColumn } from '@anden/contract'
import { fault, type SheetFault } from '@anden/contract/values'
import { fold } from '../../db/sql.ts'
import { yearIn } from '../../imports/cells.ts'
import { unreadableSheet } from '../../imports/findings.ts'
import { type LineReader, lineReader, type TextRule, textRule } from '../../spreadsheets/lines.ts'
import type { Table } from '../../spreadsheets/table.ts'

const { properties } = NewOrder
const deliveryTypes = new Map([
  ['envio', 'envio'],
  ['retiro', 'retiro'],
  ['delivery', 'envio'],
  ['pickup', 'retiro'],
])
const deliveryRule = textRule(properties.delivery_type)
const rules = {
  destinatario: textRule(properties.delivery_city),
  notes: textRule(properties.notes),
  delivery_type: (text: string) => deliveryRule(deliveryTypes.get(fold(text)) ?? text),
  delivery_address: textRule(properties.delivery_address),
  delivery_city: textRule(properties.delivery_city),
  delivery_province: textRule(properties.delivery_province),
  delivery_contact: textRule(properties.delivery_contact),
} satisfies Partial<Record<OrderColumn, TextRule>>
type HeadColumn = keyof typeof rules
const headColumns = Object.keys(rules) as HeadColumn[]

const referenceRule = textRule(properties.reference)
const itemProperties = properties.items.items.properties
const skuRule = textRule(itemProperties.sku)
const idRule = textRule(itemProperties.product_id)
const maxItems = 200

export type OrderLine = {
  reader: LineReader<OrderColumn>
  sku: string | null
  product_id: string | null
  vintage_year: number | null
}
/** `head`: what the lines say of the order as a whole, each with the line that says it. */
export type DraftOrder = {
  reference: string
  head: Partial<Record<HeadColumn, { text: string; reader: LineReader<OrderColumn> }>>
  lines: OrderLine[]
}

export function readOrders(table: Table<OrderColumn>, report: (found: SheetFault) => void): DraftOrder[] {
  const drafts = new Map<string, DraftOrder>()
  const named = new Set(table.columns.flatMap(({ name }) => name ?? []))
  for (const line of table.lines) {
    const reader = lineReader(table, line, report)
    const reference = named.has('reference') ? reader.required('reference', referenceRule) : null
    if (reference === null) continue
    const draft = drafts.get(keyOf(reference)) ?? { reference, head: {}, lines: [] }
    if (!drafts.has(keyOf(reference))) {
      if (drafts.size >= maxSheetOrders) {
        throw unreadableSheet(line.line, fault('too_many_orders', { max: maxSheetOrders }))
      }
      drafts.set(keyOf(reference), draft)
    }
    readHead(draft, reader)
    draft.lines.push(readItem(reader, named))
    if (draft.lines.length === maxItems + 1) {
      reader.refuse('reference', fault('too_many_items', { max: maxItems }))
    }
  }
  return [...drafts.values()]
}

/** References are compared as the list of orders finds them. */
export const keyOf = (reference: string) => reference.toLowerCase()

function readHead({ head }: DraftOrder, reader: LineReader<OrderColumn>): void {
  for (const column of headColumns) {
    // Cells merged over the lines of an order say the same of all of them.
    if (reader.isBlank(column) && reader.flaw(column) !== 'formula_without_value') continue
    const text = reader.text(column, rules[column])
    const first = head[column]
    if (text === null) continue
    if (!first) head[column] = { text, reader }
    else if (first.text !== text) {
      reader.refuse(column, fault('differs_in_order', { line: first.reader.line }), [
        { value: first.text, label: null },
      ])
    }
  }
}

function readItem(reader: LineReader<OrderColumn>, named: ReadonlySet<OrderColumn>): OrderLine {
  const isNamed = !reader.isBlank('sku') || !reader.isBlank('product_id')
  const column = named.has('sku') ? 'sku' : 'product_id'
  const isAsked = named.has('sku') || named.has('product_id')
  if (!isNamed && isAsked && !reader.flaw(column)) reader.refuse(column, fault('empty'))
  return {
    reader,
    sku: reader.text('sku', skuRule),
    product_id: reader.text('product_id', idRule),
    vintage_year: yearIn(reader),
  }
}
