// The end of a remito (totals, carrier, signature), and the foot of every page (CAI with its bar code, page of pages).
import type { UnitType } from '@anden/contract'
import { drawBarCode, drawQrCode, interleaved2of5 } from '../../print/codes.ts'
import { contentWidth, margin, pageHeight, type Sheet, type Style } from '../../print/sheet.ts'
import { amountText, dateText } from '../../print/words.ts'
import type { PrintedItem, RemitoDocument, Shipment } from './document.ts'
import { fiscalDigits } from './fiscal-code.ts'
import type { RemitoTexts } from './texts.ts'

const plain: Style = { size: 7.5 }
const strong: Style = { size: 8.5, bold: true }
const label: Style = { size: 6.5, color: '#555555' }
const barHeight = 22
/** 0.27 mm: the narrowest bar that office printers and hand-held scanners manage. */
const moduleWidth = 0.77
const signatureHeight = 78
const carrierHeight = 30
const qrSize = 76
/** What is written by hand leaves room for the code of the page. */
const qrWidth = 96

export const footHeight = ({ cai }: RemitoDocument) => (cai ? barHeight + 22 : 16)

export function closing(sheet: Sheet, document: RemitoDocument, texts: RemitoTexts) {
  const total = sheet.block(totalText(document.items, texts), contentWidth, strong)
  const packed = document.shipment ? packedText(document.shipment, texts) : null
  const packing = packed ? sheet.block(packed, contentWidth, strong) : null
  const totalHeight = total.height + (packing?.height ?? 0)
  const hasCarrier = document.type === 'egreso'
  const { notes = null, attachments = [] } = document.shipment ?? {}
  const said = [
    ...(notes ? [texts.notes + notes] : []),
    ...(attachments.length > 0 ? [texts.attachments + attachments.join(', ')] : []),
  ].join('\n')
  const remarks = said ? sheet.block(said, contentWidth, plain) : null
  const remarksHeight = remarks ? remarks.height + 4 : 0
  return {
    height: remarksHeight + totalHeight + 14 + (hasCarrier ? carrierHeight : 0) + signatureHeight,
    draw(top: number) {
      if (remarks) sheet.write(remarks, margin, top + 7)
      sheet.write(total, margin, top + 7 + remarksHeight)
      if (packing) sheet.write(packing, margin, top + 7 + remarksHeight + total.height)
      let y = top + 14 + remarksHeight + totalHeight
      const width = contentWidth - (document.link ? qrWidth : 0)
      if (document.link) drawLink(sheet, document.link, y, texts)
      if (hasCarrier) {
        drawFields(sheet, [texts.carrier, texts.cuit.replace(': ', ''), texts.plate], y + 18, width)
        y += carrierHeight
      }
      sheet.write(sheet.block(texts.received, contentWidth, strong), margin, y + 10)
      const fields = [texts.signature, texts.fullName, texts.documentNumber, texts.signedOn]
      drawFields(sheet, fields, y + signatureHeight - 18, width)
    },
  }
}

/** Null: it is not packed yet. */
function packedText({ packages, packed_at, checked }: Shipment, texts: RemitoTexts): string | null {
  if (packages === null || packed_at === null) return null
  const [day = '', time = ''] = packed_at.split(' ')
  return texts.packed(packages, dateText(day, texts), time, checked === true)
}

/** Quantities of different units are not added up. Sums are in whole thousandths, and so exact. */
function totalText(items: readonly PrintedItem[], texts: RemitoTexts): string {
  const sums = new Map<UnitType, number>()
  for (const { unit_type, quantity } of items) {
    sums.set(unit_type, (sums.get(unit_type) ?? 0) + Math.round(quantity * 1000))
  }
  const parts = [...sums].map(([unit, thousandths]) => amountText(thousandths / 1000, unit, texts))
  return `${texts.total}: ${[...parts, texts.lines(items.length)].join(' · ')}`
}

/** The code of the page on which the recipient accepts the goods. */
function drawLink(sheet: Sheet, link: string, y: number, texts: RemitoTexts) {
  const x = margin + contentWidth - qrSize
  drawQrCode(sheet, link, { x, y, size: qrSize })
  sheet.write(sheet.block(texts.acceptHere, qrSize, label), x, y + qrSize, { width: qrSize, to: 'center' })
}

/** Blank lines to write on, with their labels below them. */
function drawFields(sheet: Sheet, labels: readonly string[], y: number, within: number) {
  const width = within / labels.length
  for (const [index, text] of labels.entries()) {
    const x = margin + index * width
    sheet.doc
      .lineWidth(0.5)
      .moveTo(x, y)
      .lineTo(x + width - 12, y)
      .stroke('#000000')
    sheet.write(sheet.block(text, width, label), x, y + 3)
  }
}

export function drawFoot(
  sheet: Sheet,
  document: RemitoDocument,
  { page, pages }: { page: number; pages: number },
  texts: RemitoTexts,
): void {
  const top = pageHeight - margin - footHeight(document)
  const right = { width: contentWidth, to: 'right' as const }
  sheet.doc
    .lineWidth(0.5)
    .moveTo(margin, top)
    .lineTo(margin + contentWidth, top)
    .stroke('#000000')
  sheet.write(sheet.block(texts.page(page, pages), contentWidth, plain), margin, top + 5, right)
  const { cai, cai_expires_on } = document
  if (!cai || !cai_expires_on) return
  sheet.write(sheet.block(texts.cai + cai, contentWidth, strong), margin, top + 16, right)
  const expiry = texts.caiExpiresOn + dateText(cai_expires_on, texts)
  sheet.write(sheet.block(expiry, contentWidth, plain), margin, top + 28, right)
  drawFiscalCode(sheet, document, { cai, caiExpiresOn: cai_expires_on }, top + 5)
}

/** Needs the CUIT of the warehouse, which is part of the code. */
function drawFiscalCode(
  sheet: Sheet,
  { warehouse: { cuit }, remito_number: [number = ''] }: RemitoDocument,
  authorisation: { cai: string; caiExpiresOn: string },
  y: number,
) {
  const pointOfSale = /(\d+)-/.exec(number)?.[1]
  if (!cuit || !pointOfSale) return
  const digits = fiscalDigits({ cuit, pointOfSale, ...authorisation })
  drawBarCode(sheet, interleaved2of5(digits), { x: margin, y, moduleWidth, height: barHeight })
  sheet.write(sheet.block(digits, contentWidth, { size: 6.5 }), margin, y + barHeight + 3)
}
