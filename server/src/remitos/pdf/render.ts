// Renders remitos as PDF. The pages of each are planned first, because each page shows their number, and then drawn.
import { buffer } from 'node:stream/consumers'
import type { Language } from '@anden/contract'
import type { Templates } from '../../http/reads/documents/render-threads.ts'
import { loadFonts } from '../../print/fonts.ts'
import { createSheet, margin, pageHeight, pageWidth, type Sheet } from '../../print/sheet.ts'
import type { RemitoDocument } from './document.ts'
import { closing, drawFoot, footHeight } from './foot.ts'
import { firstHead, markOf, nextHead, numberOf, titleOf } from './head.ts'
import { itemRows, itemsTable, paginate } from './items.ts'
import { type RemitoTexts, remitoTexts } from './texts.ts'

const gap = 8

/** The same document and language give the same bytes. */
export function renderRemito(document: RemitoDocument, language: Language): Promise<Buffer> {
  const texts = remitoTexts[language]
  const title = `${titleOf(document, texts)} ${numberOf(document, texts)}`
  return drawAll([document], title, language)
}

/** One file for the printer. Each remito, and each of its copies, starts on a new page and has its own page numbers. */
function renderRemitos(documents: readonly RemitoDocument[], language: Language): Promise<Buffer> {
  const title = remitoTexts[language].several(documents.length)
  return drawAll(documents, title, language)
}

export function remitoFileName({ id, type, remito_number: [number] }: RemitoDocument): string {
  const kind = type === 'egreso' ? 'remito' : 'ingreso'
  return `${kind}-${(number ?? id).replace(/[^\w-]+/g, '-')}.pdf`
}

async function drawAll(
  documents: readonly RemitoDocument[],
  title: string,
  language: Language,
): Promise<Buffer> {
  const texts = remitoTexts[language]
  const [one] = documents
  const sheet = await createSheet(await loadFonts(), {
    title,
    author: one?.warehouse.name ?? texts.warehouse,
    language,
    at: latest(documents),
  })
  for (const document of documents) drawRemito(sheet, document, language)
  sheet.doc.end()
  return buffer(sheet.doc)
}

/** Its pages, each copy after the other. */
export function drawRemito(sheet: Sheet, document: RemitoDocument, language: Language): void {
  const texts = remitoTexts[language]
  for (const copy of copiesOf(document, texts)) draw(sheet, document, texts, copy)
}

/** Timestamps in one format and zone sort like text. */
const latest = (documents: readonly RemitoDocument[]) =>
  documents
    .map(({ created_at }) => created_at)
    .sort()
    .at(-1) ?? ''

/** The mark of each copy; null: the only one, without a mark. */
const copiesOf = ({ copies }: RemitoDocument, texts: RemitoTexts): readonly (string | null)[] =>
  copies === undefined ? [null] : texts.copies.slice(0, copies)

function draw(sheet: Sheet, document: RemitoDocument, texts: RemitoTexts, copy: string | null): void {
  const [first, next] = [firstHead(sheet, document, texts, copy), nextHead(sheet, document, texts, copy)]
  const end = closing(sheet, document, texts)
  const roomBelow = (top: number) => pageHeight - margin - footHeight(document) - margin - top - gap
  const table = itemsTable(sheet, texts)
  const pages = paginate(table, itemRows(table, document.items, texts), {
    first: roomBelow(first.height),
    next: roomBelow(next.height),
    closing: end.height,
  })
  for (const [index, rows] of pages.entries()) {
    sheet.doc.addPage()
    const mark = markOf(document, texts)
    if (mark !== null) drawMark(sheet, mark)
    const head = index === 0 ? first : next
    head.draw(margin)
    const bottom = table.draw(rows, margin + head.height + gap)
    if (index === pages.length - 1) end.draw(bottom)
    drawFoot(sheet, document, { page: index + 1, pages: pages.length }, texts)
    sheet.doc.flushPages()
  }
}

/** Drawn below the content, which stays legible. */
function drawMark(sheet: Sheet, mark: string) {
  const style = { size: 104, bold: true, color: '#f0a0a0' }
  const { doc } = sheet
  doc.save().rotate(-52, { origin: [pageWidth / 2, pageHeight / 2] })
  const block = sheet.block(mark, pageHeight, style)
  sheet.write(block, 0, (pageHeight - block.height) / 2, { width: pageWidth, to: 'center' })
  doc.restore()
}

export const remitoTemplates = {
  remito: (shown, language) => renderRemito(shown as RemitoDocument, language),
  remitos: (shown, language) => renderRemitos(shown as RemitoDocument[], language),
} satisfies Templates
