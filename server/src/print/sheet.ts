// A PDF being drawn, on A4 pages unless another size is given, in points from the upper left corner. Lines are broken here and not by the library, so
// that a text is measured once, before the pages are planned, and drawn as measured.
import type { Fonts } from './fonts.ts'

export const pageWidth = 595.28
export const pageHeight = 841.89
export const margin = 36
export const contentWidth = pageWidth - 2 * margin

export type Style = { size: number; bold?: boolean; color?: string }

/** Text that is already broken into lines. */
export type Block = { lines: readonly string[]; style: Style; height: number }

export type Sheet = Awaited<ReturnType<typeof createSheet>>

const leading = 1.25

type SheetOptions = {
  title: string
  author: string
  language: string
  /** When what it shows was created. The time of printing would make other bytes of the same document. */
  at: string
  /** Width and height of its pages. */
  size?: [number, number]
}

export async function createSheet(
  { regular, bold, printable }: Fonts,
  { title, author, language, at, size = [pageWidth, pageHeight] }: SheetOptions,
) {
  // Loaded by the first document, because it takes 200 ms and 30 MB.
  const { default: PDFDocument } = await import('pdfkit')
  const doc = new PDFDocument({
    size,
    margin: 0,
    autoFirstPage: false,
    font: '',
    lang: language,
    displayTitle: true,
    pdfVersion: '1.7',
    // Everything below depends on the document alone, so that the same document gives the same bytes.
    info: {
      Title: printable(title),
      Author: printable(author),
      Creator: 'Andén',
      Producer: 'Andén',
      CreationDate: new Date(at),
    },
  })
  doc.registerFont('regular', regular)
  doc.registerFont('bold', bold)

  const select = ({ size, bold: isBold }: Style) => doc.font(isBold ? 'bold' : 'regular').fontSize(size)

  /** Breaks between words, and within a word that is wider than the line. */
  function block(text: string, width: number, style: Style): Block {
    select(style)
    const widthOf = (part: string) => doc.widthOfString(part)
    const space = widthOf(' ')
    const lines: string[] = []
    let line = ''
    let used = 0
    for (const word of printable(text).split(' ')) {
      for (const part of widthOf(word) > width ? pieces(word, width, widthOf) : [word]) {
        const partWidth = widthOf(part)
        const isFirst = line === ''
        if (!isFirst && used + space + partWidth > width) {
          lines.push(line)
          line = part
          used = partWidth
        } else {
          line = isFirst ? part : `${line} ${part}`
          used += (isFirst ? 0 : space) + partWidth
        }
      }
    }
    lines.push(line)
    return { lines, style, height: lines.length * style.size * leading }
  }

  /** In one line, down to the smallest size if it must; null if even that is wider. */
  function unbroken(text: string, width: number, style: Style, smallestSize: number): Block | null {
    const line = printable(text)
    for (let size = style.size; size >= smallestSize; size -= 0.5) {
      select({ ...style, size })
      if (doc.widthOfString(line) <= width)
        return { lines: [line], style: { ...style, size }, height: style.size * leading }
    }
    return null
  }

  /** As large as it fits, down to the smallest size; lines that do not even fit then are left out, with an ellipsis. */
  function fitted(
    text: string,
    room: { width: number; height: number },
    style: Style,
    smallestSize: number,
  ): Block {
    for (let size = style.size; size > smallestSize; size -= 0.5) {
      const found = block(text, room.width, { ...style, size })
      if (found.height <= room.height) return found
    }
    const { lines, ...least } = block(text, room.width, { ...style, size: smallestSize })
    const count = Math.max(1, Math.floor(room.height / (smallestSize * leading)))
    if (lines.length <= count) return { ...least, lines }
    const kept = [...lines.slice(0, count - 1), `${lines[count - 1]?.slice(0, -1).trimEnd()}…`]
    return { ...least, lines: kept, height: kept.length * smallestSize * leading }
  }

  function write(
    { lines, style }: Block,
    x: number,
    y: number,
    align: { width: number; to: 'left' | 'center' | 'right' } = { width: 0, to: 'left' },
  ) {
    select(style).fillColor(style.color ?? '#000000')
    for (const [index, line] of lines.entries()) {
      const room = align.to === 'left' ? 0 : align.width - doc.widthOfString(line)
      const left = x + (align.to === 'center' ? room / 2 : room)
      doc.text(line, left, y + index * style.size * leading, { lineBreak: false })
    }
  }

  return { doc, block, unbroken, fitted, write, select }
}

function pieces(word: string, width: number, widthOf: (part: string) => number): string[] {
  const found: string[] = []
  let piece = ''
  for (const character of word) {
    if (piece !== '' && widthOf(piece + character) > width) {
      found.push(piece)
      piece = ''
    }
    piece += character
  }
  return [...found, piece]
}
