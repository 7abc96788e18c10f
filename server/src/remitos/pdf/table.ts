// The table of items: broken into lines once, then spread over pages and drawn.
import type { PrintedItem } from './document.ts'
import { type Block, contentWidth, margin, type Sheet, type Style } from './sheet.ts'
import { dateText, quantityText, type RemitoTexts } from './texts.ts'

type Column = { x: number; width: number; to: 'left' | 'right' }
/** `below` are lines under the product: its notes, and a code that is too long for its column. */
export type Row = { cells: readonly Block[]; below: readonly Block[]; belowFrom: number; height: number }

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
const lotColumn = 3
/** From the product to the right edge: a code that is too long for its column has a line of its own there. */
const longCodeWidth = widths.slice(productColumn).reduce((sum, one) => sum + one, 0) - 2 * padding
const smallestCode = 6

export const measureRows = (sheet: Sheet, items: readonly PrintedItem[], texts: RemitoTexts): Row[] =>
  items.map((item, index) => measureRow(sheet, item, index, texts))

function measureRow(sheet: Sheet, item: PrintedItem, index: number, texts: RemitoTexts): Row {
  const cells = cellsOf(item, index, texts).map((text, column) =>
    sheet.block(text, columns[column]?.width ?? 0, cellText),
  )
  const lot = lotBlocks(sheet, item.lot_number, texts)
  cells[lotColumn] = lot.cell
  const below = item.notes ? [sheet.block(item.notes, columns[productColumn]?.width ?? 0, noteText)] : []
  if (lot.below) below.push(lot.below)
  const height = Math.max(...cells.map((cell) => cell.height))
  // A long code crosses the columns to its right, so it starts below all of them.
  const belowFrom = lot.below ? height : (cells[productColumn]?.height ?? 0)
  const end = below.reduce((sum, line) => sum + line.height, belowFrom)
  return { cells, below, belowFrom, height: Math.max(height, end) + 2 * padding }
}

/** The code of a lot is compared character by character with a label, so it is never broken over lines. */
function lotBlocks(sheet: Sheet, code: string, texts: RemitoTexts): { cell: Block; below: Block | null } {
  const width = columns[lotColumn]?.width ?? 0
  const cell = sheet.unbroken(code, width, cellText, smallestCode)
  if (cell) return { cell, below: null }
  const labelled = `${texts.lot}: ${code}`
  return {
    cell: sheet.block('↓', width, cellText),
    below:
      sheet.unbroken(labelled, longCodeWidth, cellText, smallestCode) ??
      sheet.block(labelled, longCodeWidth, noteText),
  }
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

function drawRow(sheet: Sheet, { cells, below, belowFrom, height }: Row, y: number) {
  for (const [index, cell] of cells.entries()) {
    const { x, width, to } = columns[index] ?? { x: 0, width: 0, to: 'left' }
    sheet.write(cell, x, y + padding, { width, to })
  }
  let top = y + padding + belowFrom
  for (const line of below) {
    sheet.write(line, columns[productColumn]?.x ?? 0, top)
    top += line.height
  }
  const bottom = y + height
  sheet.doc
    .moveTo(margin, bottom)
    .lineTo(margin + contentWidth, bottom)
    .lineWidth(0.3)
    .stroke('#bbbbbb')
}
