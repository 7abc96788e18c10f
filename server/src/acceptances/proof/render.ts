// Renders the proof of an acceptance: the remito as it is printed, and from a new page on who accepted what and when, with
// signature and photos. The SHA-256 of each file is there, too, so that a picture can be compared with the one that was sent.
import { buffer } from 'node:stream/consumers'
import type { Language } from '@anden/contract'
import type { Templates } from '../../http/reads/documents/render-threads.ts'
import { loadFonts } from '../../print/fonts.ts'
import { drawPages, type Listed } from '../../print/pages.ts'
import { printablePicture } from '../../print/pictures.ts'
import { contentWidth, createSheet, margin, type Sheet, type Style } from '../../print/sheet.ts'
import { createTable } from '../../print/table.ts'
import { dateText, quantityText } from '../../print/words.ts'
import { drawRemito } from '../../remitos/pdf/render.ts'
import type { Proof, ProofFile, ProvenAcceptance } from './document.ts'
import { type ProofTexts, proofTexts } from './texts.ts'

type Files = Record<string, Uint8Array>

const label: Style = { size: 8, color: '#555555' }
const value: Style = { size: 8.5 }
const outcomeText: Style = { size: 11, bold: true }
const headingText: Style = { size: 10, bold: true }
const hashText: Style = { size: 7 }

const labelWidth = 130
const gap = 8
const signatureRoom = { width: 240, height: 90 }
const photosPerRow = 3
const photoRoom = { width: (contentWidth - (photosPerRow - 1) * gap) / photosPerRow, height: 150 }
const scanRoom = { width: contentWidth, height: 600 }

async function renderProof(
  { remito, acceptance }: Proof,
  language: Language,
  files: Files,
): Promise<Uint8Array> {
  const texts = proofTexts[language]
  const [number = ''] = remito.remito_number
  const sheet = await createSheet(await loadFonts(), {
    title: `${texts.title} – ${texts.remito} ${number}`,
    author: remito.warehouse.name ?? texts.warehouse,
    language,
    at: remito.created_at,
  })
  drawRemito(sheet, remito, language)
  const pictures = acceptance.files.map((file) => ({ file, picture: openPicture(sheet, files[file.id]) }))
  const ofKind = (kind: ProofFile['kind']) =>
    pictures.flatMap(({ file, picture }) => (file.kind === kind && picture ? [picture] : []))
  const pieces = [
    ...facts(sheet, { remito, acceptance }, texts),
    ...goods(sheet, acceptance, texts),
    ...pictureRows(sheet, texts.signature, ofKind('signature'), signatureRoom),
    ...pictureRows(sheet, texts.photos, ofKind('photo'), photoRoom, photosPerRow),
    ...pictureRows(sheet, texts.scan, ofKind('scan'), scanRoom),
    ...fileRows(sheet, pictures, texts),
  ]
  drawPages(sheet, pieces, {
    title: texts.title,
    aside: `${number} · ${dateText(remito.date, texts)}`,
    words: texts,
  })
  sheet.doc.end()
  return buffer(sheet.doc)
}

/** 02/11/2026 10:45:10 */
function timeText(time: string, texts: ProofTexts): string {
  const [day = '', clock = ''] = time.split(' ')
  return `${dateText(day, texts)} ${clock}`
}

function facts(sheet: Sheet, { remito, acceptance }: Proof, texts: ProofTexts): Listed[] {
  const { outcome, name, document, channel, signed_at, received_at, time_zone, pdf_sha256 } = acceptance
  const { late, removed_at } = acceptance
  const signed = channel === 'staff' ? texts.onPaper : texts.byPhone
  const rows: [string, string | null | undefined][] = [
    [texts.remito, remito.remito_number.join(', ')],
    [texts.orderIs, remito.shipment?.order_number],
    [texts.recipient, remito.shipment?.name],
    [texts.receivedBy, name],
    [texts.documentIs, document],
    [texts.signedHow, texts.channels[channel]],
    [texts.signedAt, signed(timeText(signed_at, texts))],
    [texts.receivedAt, texts.byService(timeText(received_at, texts), time_zone)],
    [texts.pdfShown, pdf_sha256],
  ]
  const remarks = [
    ...(late ? [texts.late] : []),
    ...(removed_at ? [texts.removed(timeText(removed_at, texts))] : []),
  ]
  return [
    paragraph(sheet, texts.outcomes[outcome], outcomeText),
    ...rows.flatMap(([name, text]) => (text ? [fact(sheet, name, text)] : [])),
    ...remarks.map((text) => paragraph(sheet, text, value)),
  ]
}

function paragraph(sheet: Sheet, text: string, style: Style, keepsNext = false): Listed {
  const block = sheet.block(text, contentWidth, style)
  return {
    height: block.height + gap,
    keepsNext,
    draw: (top) => sheet.write(block, margin, top + gap / 2),
  }
}

function fact(sheet: Sheet, name: string, text: string): Listed {
  const [left, right] = [
    sheet.block(name, labelWidth - gap, label),
    sheet.block(text, contentWidth - labelWidth, value),
  ]
  return {
    height: Math.max(left.height, right.height) + 3,
    draw(top) {
      sheet.write(left, margin, top)
      sheet.write(right, margin + labelWidth, top)
    },
  }
}

function goods(sheet: Sheet, { lines }: ProvenAcceptance, texts: ProofTexts): Listed[] {
  const number = { width: 55, to: 'right' as const }
  const table = createTable(sheet, {
    columns: [
      { title: texts.sku, width: 76, isCode: true },
      { title: texts.product, width: 100.28 },
      { title: texts.lot, width: 72, isCode: true },
      ...[texts.shipped, texts.accepted, texts.missing, texts.damaged, texts.refused].map((title) => ({
        ...number,
        title,
      })),
    ],
    notesFrom: 1,
    hasWideNotes: true,
  })
  const rows = lines.map((line) => {
    const { sku, name, lot_number, unit_type, shipped, accepted, missing, damaged, refused, note } = line
    const [one, many] = texts.units[unit_type]
    const amounts = [accepted, missing, damaged, refused].map((amount) =>
      amount === 0 ? '–' : quantityText(amount, texts),
    )
    const all = `${quantityText(shipped, texts)} ${shipped === 1 ? one : many}`
    return {
      ...table.row([sku, name, lot_number, all, ...amounts], note ? [texts.notes + note] : []),
      head: table.head,
    }
  })
  return [paragraph(sheet, texts.goods, headingText, true), ...rows]
}

type Picture = ReturnType<typeof openPicture>

/** null: there is none, it is removed, or it cannot be printed. */
function openPicture({ doc }: Sheet, content: Uint8Array | undefined) {
  const printable = content && printablePicture(content)
  if (!printable) return null
  try {
    return doc.openImage(printable)
  } catch {
    return null
  }
}

function pictureRows(
  { doc, ...sheet }: Sheet,
  title: string,
  pictures: readonly NonNullable<Picture>[],
  room: { width: number; height: number },
  perRow = 1,
): Listed[] {
  if (pictures.length === 0) return []
  const rows = Array.from({ length: Math.ceil(pictures.length / perRow) }, (_, row) =>
    pictures.slice(row * perRow, (row + 1) * perRow),
  )
  return [
    paragraph({ doc, ...sheet }, title, headingText, true),
    ...rows.map((row) => {
      const sizes = row.map(({ width, height }) => {
        const scale = Math.min(room.width / width, room.height / height)
        return { width: width * scale, height: height * scale }
      })
      return {
        height: Math.max(...sizes.map(({ height }) => height)) + gap,
        draw(top: number) {
          for (const [index, picture] of row.entries()) {
            const x = margin + index * (room.width + gap)
            const { width = 0, height = 0 } = sizes[index] ?? {}
            doc.image(picture, x, top, { width, height })
            doc.lineWidth(0.3).rect(x, top, width, height).stroke('#bbbbbb')
          }
        },
      }
    }),
  ]
}

function fileRows(
  sheet: Sheet,
  files: readonly { file: ProofFile; picture: Picture }[],
  texts: ProofTexts,
): Listed[] {
  if (files.length === 0) return []
  const counts = new Map<ProofFile['kind'], number>()
  return [
    paragraph(sheet, texts.files, headingText, true),
    ...files.map(({ file: { kind, content_type, sha256 }, picture }) => {
      const count = (counts.get(kind) ?? 0) + 1
      counts.set(kind, count)
      const name = kind === 'photo' ? `${texts.kinds[kind]} ${count}` : texts.kinds[kind]
      const said = [name, content_type, `SHA-256 ${sha256}`, ...(picture ? [] : [texts.notPrinted])]
      const block = sheet.block(said.join(' · '), contentWidth, hashText)
      return { height: block.height + 2, draw: (top: number) => sheet.write(block, margin, top) }
    }),
  ]
}

export const proofTemplates = {
  proof: (shown, language, files) => renderProof(shown as Proof, language, files),
} satisfies Templates
