// The table of items: broken into lines once, then spread over pages and drawn.
import type { PrintedItem } from './document.ts'
import { type Block, contentWidth, margin, type Sheet, type Style } from './sheet.ts'
import { dateText, quantityText, type RemitoTexts } from './texts.ts'

type Column = { x: number; width: number; to: 'left' | 'right' }
export type Row = { cells: readonly Block[]; height: number }

const cellText: Style = { size: 7.5 }
const noteText: Style = { size: 6.5, color: '#444444' }
const headText: Style = { size: 7, bold: true }
const padding = 3
const headHeight = 15

const widths = [24, 74, 153.28, 76, 58, 42, 50, 46]
const rightAligned = [0, 6]

const columns: readonly Column[] = widths.map((width, index) => ({
  x: margin + widths.slice(0, index).reduce((sum, one) => sum + one, 0) + padding,
  width: width - 2 * padding,
  to: rightAligned.includes(index) ? 'right' : 'left',
}))
const productColumn = 2

export const measureRows = (sheet: Sheet, items: readonly PrintedItem[], texts: RemitoTexts): Row[] =>
  items.map((item, index) => measureRow(sheet, item, index, texts))

function measureRow(sheet: Sheet, item: PrintedItem, index: number, texts: RemitoTexts): Row {
  const cells = cellsOf(item, index, texts).map((text, column) =>
    sheet.block(text, columns[column]?.width ?? 0, cellText),
  )
  if (item.notes) cells.push(sheet.block(item.notes, columns[productColumn]?.width ?? 0, noteText))
  const height = Math.max(...cells.slice(0, columns.length).map((cell) => cell.height))
  const withNotes = (cells[productColumn]?.height ?? 0) + (cells[columns.length]?.height ?? 0)
  return { cells, height: Math.max(height, withNotes) + 2 * padding }
}

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
  rows: readonly Row[],
  room: { first: number; next: number; closing: number },
): Row[][] {
  const pages: Row[][] = [[]]
  let left = room.first - headHeight
  for (const row of rows) {
    if (row.height > left) {
      pages.push([])
      left = room.next - headHeight
    }
    pages.at(-1)?.push(row)
    left -= row.height
  }
  if (room.closing > left) pages.push([])
  return pages
}

/** Returns where the table ends. Without rows there is no head either. */
export function drawTable(sheet: Sheet, rows: readonly Row[], top: number, texts: RemitoTexts): number {
  if (rows.length === 0) return top
  drawHead(sheet, top, texts)
  let y = top + headHeight
  for (const row of rows) {
    drawRow(sheet, row, y)
    y += row.height
  }
  return y
}

function drawHead(sheet: Sheet, y: number, texts: RemitoTexts) {
  const { sku, product, lot, expiry, vintage, quantity, unit } = texts
  sheet.doc.rect(margin, y, contentWidth, headHeight).fill('#e6e6e6')
  for (const [index, text] of ['#', sku, product, lot, expiry, vintage, quantity, unit].entries()) {
    const { x, width, to } = columns[index] ?? { x: 0, width: 0, to: 'left' }
    const { lines } = sheet.block(text, Number.POSITIVE_INFINITY, headText)
    sheet.write({ lines, style: headText, height: 0 }, x, y + 4, { width, to })
  }
}

function drawRow(sheet: Sheet, { cells, height }: Row, y: number) {
  for (const [index, cell] of cells.entries()) {
    const isNote = index === columns.length
    const { x, width, to } = columns[isNote ? productColumn : index] ?? { x: 0, width: 0, to: 'left' }
    const above = isNote ? (cells[productColumn]?.height ?? 0) : 0
    sheet.write(cell, x, y + padding + above, { width, to })
  }
  const bottom = y + height
  sheet.doc
    .moveTo(margin, bottom)
    .lineTo(margin + contentWidth, bottom)
    .lineWidth(0.3)
    .stroke('#bbbbbb')
}
