// Pages of a list: a title and words about it on the first, pieces one below the other, and on each page what it is a page of.
import { contentWidth, margin, pageHeight, type Sheet, type Style } from './sheet.ts'
import type { Piece } from './table.ts'
import type { PrintedWords } from './words.ts'

/** A piece on a list. */
export type Listed = Piece & {
  /** Is drawn above its first piece on each page, such as the head of a table. */
  head?: Piece
  /** Stands on the page of the piece that follows. */
  keepsNext?: boolean
  /** Begins a page. */
  startsPage?: boolean
}

export type ListTexts = {
  title: string
  /** To the right of the title. */
  aside: string
  words: PrintedWords
}

const titleText: Style = { size: 14, bold: true }
const asideText: Style = { size: 8 }
const footText: Style = { size: 7.5, color: '#444444' }
const footHeight = 16
const gap = 8
const asideWidth = 170

/** Draws all of them. The pages are planned first, because each says how many there are. */
export function drawPages(sheet: Sheet, listed: readonly Listed[], { title, aside, words }: ListTexts): void {
  const name = sheet.block(title, contentWidth - asideWidth - gap, titleText)
  const beside = sheet.block(aside, asideWidth, asideText)
  const top = margin + Math.max(name.height, beside.height) + gap
  const bottom = pageHeight - margin - footHeight - gap
  const pages = planPages(listed, { first: bottom - top, next: bottom - margin })
  for (const [index, pieces] of pages.entries()) {
    sheet.doc.addPage()
    if (index === 0) {
      sheet.write(name, margin, margin)
      sheet.write(beside, margin + contentWidth - asideWidth, margin, { width: asideWidth, to: 'right' })
    }
    let y = index === 0 ? top : margin
    for (const piece of pieces) {
      piece.draw(y)
      y += piece.height
    }
    drawFoot(sheet, title, words.page(index + 1, pages.length))
    sheet.doc.flushPages()
  }
}

function drawFoot(sheet: Sheet, title: string, page: string) {
  const y = pageHeight - margin - footHeight
  sheet.doc
    .lineWidth(0.5)
    .moveTo(margin, y)
    .lineTo(margin + contentWidth, y)
    .stroke('#000000')
  sheet.write(sheet.block(page, contentWidth, footText), margin, y + 5, { width: contentWidth, to: 'right' })
  const name = sheet.unbroken(title, contentWidth - asideWidth, footText, footText.size)
  if (name) sheet.write(name, margin, y + 5)
}

/** The pieces of each page, with the heads that are drawn above them. */
export function planPages(listed: readonly Listed[], room: { first: number; next: number }): Piece[][] {
  const pages: Piece[][] = [[]]
  let left = room.first
  let head: Piece | undefined
  for (const group of groupsOf(listed)) {
    if (needed(group, head) > left || (group[0]?.startsPage && left < room.first)) {
      if (pages.at(-1)?.length) pages.push([])
      left = pages.length === 1 ? room.first : room.next
      head = undefined
    }
    for (const piece of group) {
      const shown = piece.head && piece.head !== head ? [piece.head, piece] : [piece]
      pages.at(-1)?.push(...shown)
      left -= heightOf(shown)
      head = piece.head
    }
  }
  return pages
}

/** Those that stand on one page. */
function groupsOf(listed: readonly Listed[]): Listed[][] {
  const groups: Listed[][] = []
  for (const [index, piece] of listed.entries()) {
    if (index > 0 && listed[index - 1]?.keepsNext) groups.at(-1)?.push(piece)
    else groups.push([piece])
  }
  return groups
}

function needed(group: readonly Listed[], above: Piece | undefined): number {
  let head = above
  let height = 0
  for (const piece of group) {
    if (piece.head && piece.head !== head) height += piece.head.height
    height += piece.height
    head = piece.head
  }
  return height
}

const heightOf = (pieces: readonly Piece[]) => pieces.reduce((sum, { height }) => sum + height, 0)
