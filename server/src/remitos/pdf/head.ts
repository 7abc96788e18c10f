// The upper part of the first page (issuer, kind of document, parties) and the shorter one of the pages that follow.
import { code128, drawBarCode } from '../../print/codes.ts'
import { type Block, contentWidth, margin, type Sheet, type Style } from '../../print/sheet.ts'
import { dateText } from '../../print/words.ts'
import type { Party, RemitoDocument, Shipment } from './document.ts'
import { remitoCode } from './fiscal-code.ts'
import { documentText, type RemitoTexts } from './texts.ts'

const padding = 8
const letterWidth = 44
const columnWidth = (contentWidth - letterWidth) / 2 - 2 * padding
const partyWidth = contentWidth / 2 - 2 * padding
const barHeight = 24
const moduleWidth = 0.75

const plain: Style = { size: 8 }
const small: Style = { size: 7 }
const label: Style = { size: 6.5, bold: true, color: '#555555' }
const strong: Style = { size: 9, bold: true }

export type Head = { height: number; draw: (top: number) => void }

/** A remito R is a form with a code of its own; a goods received note is an internal document, which has the letter X, as has what a sandbox issues. */
const letterOf = ({ type, of_sandbox }: RemitoDocument) => (type === 'egreso' && !of_sandbox ? 'R' : 'X')

/** What stands across every page; null: nothing. */
export function markOf({ status, of_sandbox }: RemitoDocument, texts: RemitoTexts): string | null {
  if (of_sandbox) return texts.notValid
  return status === 'voided' ? texts.voided : null
}

/** The mark in words too: programs that extract text may not read it diagonally. */
export function titleOf(document: RemitoDocument, texts: RemitoTexts): string {
  const mark = markOf(document, texts)
  return mark === null ? texts[document.type] : `${texts[document.type]} – ${mark}`
}

export const numberOf = ({ remito_number }: RemitoDocument, texts: RemitoTexts) =>
  remito_number.length === 0 ? texts.withoutNumber : texts.number + remito_number[0]

export function firstHead(
  sheet: Sheet,
  document: RemitoDocument,
  texts: RemitoTexts,
  copy: string | null,
): Head {
  const issuer = issuerBlocks(sheet, document, texts)
  const title = titleBlocks(sheet, document, texts, copy)
  const bars = document.remito_number[0] ? code128(document.remito_number[0]) : null
  const parties = partyBlocks(sheet, document, texts)
  const frame = Math.max(heightOf(issuer), heightOf(title) + (bars ? barHeight + 4 : 0)) + 2 * padding
  const partiesHeight = Math.max(...parties.map(heightOf)) + 2 * padding
  return {
    height: frame + partiesHeight + padding,
    draw(top) {
      const right = margin + columnWidth + letterWidth + 3 * padding
      sheet.doc.lineWidth(0.7).rect(margin, top, contentWidth, frame).stroke('#000000')
      stack(sheet, issuer, margin + padding, top + padding)
      drawLetter(sheet, document, top, texts)
      const end = stack(sheet, title, right, top + padding)
      if (bars) drawBarCode(sheet, bars, { x: right, y: end + 4, moduleWidth, height: barHeight })
      const below = top + frame
      sheet.doc.lineWidth(0.7).rect(margin, below, contentWidth, partiesHeight).stroke('#000000')
      for (const [index, blocks] of parties.entries())
        stack(sheet, blocks, margin + padding + (index * contentWidth) / 2, below + padding)
    },
  }
}

/** On the pages after the first: enough to identify the document of a loose sheet. */
export function nextHead(
  sheet: Sheet,
  document: RemitoDocument,
  texts: RemitoTexts,
  copy: string | null,
): Head {
  const half = contentWidth / 2
  const left = sheet.block(document.warehouse.name ?? texts.warehouse, half, strong)
  const what = `${titleOf(document, texts)} ${numberOf(document, texts)} · ${dateText(document.date, texts)}`
  const right = sheet.block(copy ? `${what} · ${copy}` : what, half, plain)
  const height = Math.max(left.height, right.height)
  return {
    height: height + padding,
    draw(top) {
      sheet.write(left, margin, top)
      sheet.write(right, margin + half, top, { width: half, to: 'right' })
      const y = top + height + 2
      sheet.doc
        .lineWidth(0.7)
        .moveTo(margin, y)
        .lineTo(margin + contentWidth, y)
        .stroke('#000000')
    },
  }
}

function issuerBlocks(sheet: Sheet, { warehouse }: RemitoDocument, texts: RemitoTexts): Block[] {
  const { name, cuit, address, ivaCondition, grossIncome, activitiesSince } = warehouse
  const block = (text: string, style = plain) => sheet.block(text, columnWidth, style)
  return [
    block(name ?? texts.warehouse, { size: 12, bold: true }),
    ...(address ? [block(address)] : []),
    ...(ivaCondition ? [block(texts.iva[ivaCondition])] : []),
    ...(cuit ? [block(documentText(cuit, texts))] : []),
    ...(grossIncome ? [block(texts.grossIncome + grossIncome)] : []),
    ...(activitiesSince ? [block(texts.activitiesSince + dateText(activitiesSince, texts))] : []),
  ]
}

function titleBlocks(
  sheet: Sheet,
  document: RemitoDocument,
  texts: RemitoTexts,
  copy: string | null,
): Block[] {
  const block = (text: string, style = plain) => sheet.block(text, columnWidth, style)
  const order = document.shipment?.order_number
  const reference = document.shipment?.reference
  return [
    ...(copy ? [block(copy, strong)] : []),
    block(titleOf(document, texts), { size: 13, bold: true }),
    block(numberOf(document, texts), { size: 11, bold: true }),
    block(texts.date + dateText(document.date, texts), strong),
    ...(order ? [block(texts.order + order)] : []),
    ...(reference ? [block(texts.reference + reference)] : []),
    block(texts.notAnInvoice, small),
  ]
}

function partyBlocks(sheet: Sheet, document: RemitoDocument, texts: RemitoTexts): Block[][] {
  const { client, shipment, recipient, reason, remito_number, type } = document
  const block = (text: string, style = plain) => sheet.block(text, partyWidth, style)
  const describe = (title: string, lines: (string | null)[]) => [
    block(title, label),
    ...lines.flatMap((line, index) => (line ? [block(line, index === 0 ? strong : plain)] : [])),
  ]
  if (type === 'ingreso') {
    const numbers = remito_number.length > 0 ? remito_number.join(', ') : texts.withoutNumber
    return [describe(texts.owner, linesOf(client, texts)), describe(texts.supplierNumbers, [numbers])]
  }
  const receiver = shipment
    ? shipmentLines(shipment, texts)
    : [...linesOf(recipient ?? client, texts), reason && texts.reason + reason]
  return [describe(texts.onBehalfOf, linesOf(client, texts)), describe(texts.recipient, receiver)]
}

function linesOf({ name, cuit_dni, iva_condition, address }: Party, texts: RemitoTexts): (string | null)[] {
  return [name, cuit_dni && documentText(cuit_dni, texts), iva_condition && texts.iva[iva_condition], address]
}

/** The goods go where the order says, which may differ from the destinatario's own address. */
function shipmentLines(shipment: Shipment, texts: RemitoTexts): (string | null)[] {
  const { delivery_type, delivery_address, delivery_city, delivery_province, delivery_contact } = shipment
  const { delivery_schedule } = shipment
  const place = [delivery_address, delivery_city, delivery_province].filter(Boolean).join(', ')
  return [
    ...linesOf({ ...shipment, address: null }, texts),
    delivery_type === 'retiro' ? texts.pickUp : place || shipment.address,
    delivery_contact && texts.contact + delivery_contact,
    delivery_schedule && delivery_type === 'envio' ? texts.deliveryHours + delivery_schedule : null,
  ]
}

function drawLetter(sheet: Sheet, document: RemitoDocument, top: number, texts: RemitoTexts) {
  const x = margin + (contentWidth - letterWidth) / 2
  const centred = { width: letterWidth, to: 'center' as const }
  sheet.doc.lineWidth(0.7).rect(x, top, letterWidth, letterWidth).stroke('#000000')
  sheet.write(sheet.block(letterOf(document), letterWidth, { size: 26, bold: true }), x, top + 3, centred)
  if (letterOf(document) !== 'R') return
  sheet.write(
    sheet.block(texts.code + remitoCode, letterWidth, { size: 5.5 }),
    x,
    top + letterWidth - 9,
    centred,
  )
}

const heightOf = (blocks: readonly Block[]) => blocks.reduce((sum, { height }) => sum + height, 0)

/** Draws the blocks one below the other, and returns where they end. */
function stack(sheet: Sheet, blocks: readonly Block[], x: number, top: number): number {
  let y = top
  for (const one of blocks) {
    sheet.write(one, x, y)
    y += one.height
  }
  return y
}
