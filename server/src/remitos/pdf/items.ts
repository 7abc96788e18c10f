// The table of items, and how its rows spread over pages.
import type { Sheet } from '../../print/sheet.ts'
import { createTable, type Piece, type Table } from '../../print/table.ts'
import { dateText, quantityText } from '../../print/words.ts'
import type { PrintedItem } from './document.ts'
import type { RemitoTexts } from './texts.ts'

export const itemsTable = (sheet: Sheet, texts: RemitoTexts): Table =>
  createTable(sheet, {
    columns: [
      { title: '#', width: 24, to: 'right' },
      { title: texts.sku, width: 74 },
      { title: texts.product, width: 153.28 },
      { title: texts.lot, width: 76, isCode: true },
      { title: texts.expiry, width: 58 },
      { title: texts.vintage, width: 42 },
      { title: texts.quantity, width: 50, to: 'right' },
      { title: texts.unit, width: 46 },
    ],
    notesFrom: 2,
  })

export const itemRows = (table: Table, items: readonly PrintedItem[], texts: RemitoTexts): Piece[] =>
  items.map((item, index) => table.row(cellsOf(item, index, texts), item.notes ? [item.notes] : []))

function cellsOf(item: PrintedItem, index: number, texts: RemitoTexts): string[] {
  const [one, many] = texts.units[item.unit_type]
  return [
    String(index + 1),
    item.sku,
    item.name,
    item.lot_number,
    item.expiry_date ? dateText(item.expiry_date, texts) : '–',
    item.vintage_year ? String(item.vintage_year) : '–',
    quantityText(item.quantity, texts),
    item.quantity === 1 ? one : many,
  ]
}

/** The rows of each page. The last page has room for `closing`, and has no rows if none fit beside it. */
export function paginate(
  { head }: Table,
  rows: readonly Piece[],
  room: { first: number; next: number; closing: number },
): Piece[][] {
  const pages: Piece[][] = [[]]
  let left = room.first - head.height
  for (const row of rows) {
    if (row.height > left) {
      pages.push([])
      left = room.next - head.height
    }
    pages.at(-1)?.push(row)
    left -= row.height
  }
  if (room.closing > left) pages.push([])
  return pages
}
