// A table: each row is measured once, and drawn as measured on whichever page it falls.
import { type Block, contentWidth, margin, type Sheet, type Style } from './sheet.ts'

type Column = {
  title: string
  width: number
  to?: 'left' | 'right'
  /**
   * A code that people compare character by character, so it is never broken over lines: it shrinks a little, and one that
   * is longer still has a line of its own below the row.
   */
  isCode?: boolean
}

/** What a cell shows, if that is not one text. */
export type Cell = { height: number; draw: (x: number, y: number, width: number) => void }

/** Something with a height that has its place on a page when it is drawn. */
export type Piece = { height: number; draw: (top: number) => void }

export type Table = ReturnType<typeof createTable>

const headText: Style = { size: 7, bold: true }
const noteText: Style = { size: 6.5, color: '#444444' }
const padding = 3
const headHeight = 15
const smallestCode = 6

type TableOptions = {
  columns: readonly Column[]
  /** Under which column the notes of a row stand, and codes that are too long for their own. */
  notesFrom: number
  /** They go to the right edge, below all cells, and not only below their column. */
  hasWideNotes?: boolean
  style?: Style
}

export function createTable(
  sheet: Sheet,
  { columns, notesFrom, hasWideNotes = false, style = { size: 7.5 } }: TableOptions,
) {
  const places = columns.map(({ width, to = 'left' }, index) => ({
    x: margin + columns.slice(0, index).reduce((sum, one) => sum + one.width, 0) + padding,
    width: width - 2 * padding,
    to,
  }))
  const placeOf = (index: number) => places[index] ?? { x: margin, width: 0, to: 'left' as const }
  const notesX = placeOf(notesFrom).x
  const notesWidth = margin + contentWidth - padding - notesX

  const head: Piece = {
    height: headHeight,
    draw(top) {
      sheet.doc.rect(margin, top, contentWidth, headHeight).fill('#e6e6e6')
      for (const [index, { title }] of columns.entries()) {
        const { x, width, to } = placeOf(index)
        const { lines } = sheet.block(title, Number.POSITIVE_INFINITY, headText)
        sheet.write({ lines, style: headText, height: 0 }, x, top + 4, { width, to })
      }
    },
  }

  /** A text is broken into lines of its column. `notes` stand below the row in small letters. */
  function row(contents: readonly (string | Cell)[], notes: readonly string[] = []): Piece {
    const tooLong: Block[] = []
    const cells = contents.map((content, index): Cell => {
      if (typeof content !== 'string') return content
      const { width, to } = placeOf(index)
      const column = columns[index]
      const isCode = column?.isCode === true && content !== ''
      const code = isCode ? sheet.unbroken(content, width, style, smallestCode) : null
      if (isCode && !code) tooLong.push(codeLine(`${column.title}: ${content}`))
      const block = code ?? sheet.block(isCode ? '↓' : content, width, style)
      return { height: block.height, draw: (x, y) => sheet.write(block, x, y, { width, to }) }
    })
    const width = hasWideNotes ? notesWidth : placeOf(notesFrom).width
    const below = [...notes.map((note) => sheet.block(note, width, noteText)), ...tooLong]
    const height = Math.max(...cells.map((cell) => cell.height))
    // What crosses the columns to its right starts below all of them.
    const belowFrom = tooLong.length > 0 || hasWideNotes ? height : (cells[notesFrom]?.height ?? 0)
    const end = below.reduce((sum, line) => sum + line.height, belowFrom)
    const total = Math.max(height, end) + 2 * padding
    return {
      height: total,
      draw(top) {
        for (const [index, cell] of cells.entries()) {
          const { x, width } = placeOf(index)
          cell.draw(x, top + padding, width)
        }
        let y = top + padding + belowFrom
        for (const line of below) {
          sheet.write(line, notesX, y)
          y += line.height
        }
        sheet.doc
          .moveTo(margin, top + total)
          .lineTo(margin + contentWidth, top + total)
          .lineWidth(0.3)
          .stroke('#bbbbbb')
      },
    }
  }

  const codeLine = (text: string) =>
    sheet.unbroken(text, notesWidth, style, smallestCode) ?? sheet.block(text, notesWidth, noteText)

  return {
    head,
    row,
    /** Returns where the table ends. Without rows there is no head either. */
    draw(rows: readonly Piece[], top: number): number {
      let y = top
      for (const piece of rows.length > 0 ? [head, ...rows] : []) {
        piece.draw(y)
        y += piece.height
      }
      return y
    },
  }
}
