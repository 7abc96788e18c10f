// The labels of a notice, 100 × 70 mm, one for each line that was announced: the client sticks them on what it sends, and the
// warehouse scans them when it comes.
import { buffer } from 'node:stream/consumers'
import { gtin14, type InboundItem, type Language } from '@anden/contract'
import type { Queryable } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import type { Templates } from '../../http/reads/documents/render-threads.ts'
import { code128, drawBarCode, gs1Code128, moduleCount } from '../../print/codes.ts'
import { loadFonts } from '../../print/fonts.ts'
import { createSheet, type Sheet } from '../../print/sheet.ts'
import { amountText, dateText, printedWords } from '../../print/words.ts'
import { throwProblem } from '../../problem.ts'

export type LabelledLine = Pick<
  InboundItem,
  'sku' | 'name' | 'unit_type' | 'gtin' | 'quantity' | 'lot_number' | 'expiry_date' | 'vintage_year'
>
export type NoticeLabels = {
  number: string
  reference: string
  client_name: string
  created_at: string
  lines: LabelledLine[]
  warehouse: string | null
}

const noticeToLabel = (clientId: string, id: string) =>
  sql<Omit<NoticeLabels, 'warehouse'>>`
    select notices.number, notices.reference, clients.name as client_name, notices.created_at, (
        select json_agg(json_build_object('sku', products.sku, 'name', products.name, 'unit_type', products.unit_type,
          'gtin', products.gtin, 'quantity', item.quantity, 'lot_number', item.lot_number,
          'expiry_date', item.expiry_date, 'vintage_year', item.vintage_year) order by item.position)
        from inbound_items item
        join products on products.id = item.product_id
        where item.client_id = notices.client_id and item.notice_id = notices.id and item.quantity > 0
      ) as lines
    from inbound_notices notices
    join clients on clients.id = notices.client_id
    where notices.client_id = ${clientId} and notices.id = ${id}`

/** Increase it with every change of the layout or of the texts: it is a part of the ETag. */
const revision = 1

export const noticeLabelsPdf = {
  summary: 'Labels to stick on what was announced',
  description:
    'A PDF with a label of 100 × 70 mm for each announced line, in the language of `Accept-Language` (`es` by default, or `en`). A product with a GTIN has a GS1-128: (01) GTIN, (17) expiry date, (37) quantity if it is whole, (10) lot, where they are known. Any other has its SKU as Code 128, if that has only ASCII characters.',
  contentType: 'application/pdf',
  problems: ['inbound/not-found' as const],
  revision,
  fileName: ({ number }: NoticeLabels) => `etiquetas-${number}.pdf`,
  template: 'notice-labels' satisfies keyof typeof noticeLabelTemplates,
}

export async function readNoticeLabels(
  db: Queryable,
  clientId: string,
  id: string,
  warehouse: string | null,
): Promise<NoticeLabels> {
  const notice = (await db.maybeOne(noticeToLabel(clientId, id))) ?? throwProblem('inbound/not-found')
  return { ...notice, warehouse }
}

const texts = {
  es: { ...printedWords.es, labels: 'Etiquetas', to: 'Para' },
  en: { ...printedWords.en, labels: 'Labels', to: 'To' },
} satisfies Record<Language, object>
type LabelTexts = (typeof texts)['es']

const pointsPerMillimetre = 72 / 25.4
const size: [number, number] = [100 * pointsPerMillimetre, 70 * pointsPerMillimetre]
const [width, height] = size
const margin = 12
const contentWidth = width - 2 * margin
const barHeight = 48
/** 0.33 mm. A long code has narrower ones. */
const widestModule = 0.94
/** The standard asks for ten blank modules on each side. */
const quietModules = 20
const smallestSize = 7

async function renderLabels(document: NoticeLabels, language: Language): Promise<Buffer> {
  const words = texts[language]
  const sheet = await createSheet(await loadFonts(), {
    title: `${words.labels} ${document.number}`,
    author: document.client_name,
    language,
    at: document.created_at,
    size,
  })
  for (const [index, line] of document.lines.entries()) {
    sheet.doc.addPage()
    drawHead(sheet, document, `${index + 1} / ${document.lines.length}`, words)
    drawGoods(sheet, line, words)
    drawCode(sheet, codeOf(line))
    sheet.doc.flushPages()
  }
  sheet.doc.end()
  return buffer(sheet.doc)
}

function drawHead(sheet: Sheet, document: NoticeLabels, place: string, words: LabelTexts) {
  const { number, reference, client_name, warehouse } = document
  const half = contentWidth / 2 - 4
  const parties = [client_name, warehouse && `${words.to}: ${warehouse}`].filter(Boolean).join(' – ')
  sheet.write(sheet.fitted(parties, { width: half, height: 24 }, { size: 9 }, smallestSize), margin, margin)
  const right = { width: half, to: 'right' } as const
  const notice = sheet.fitted(
    `${number}   ${place}`,
    { width: half, height: 14 },
    { size: 10, bold: true },
    6,
  )
  sheet.write(notice, margin + half + 8, margin, right)
  const own = sheet.fitted(reference, { width: half, height: 12 }, { size: 8 }, 6)
  sheet.write(own, margin + half + 8, margin + 13, right)
}

function drawGoods(sheet: Sheet, line: LabelledLine, words: LabelTexts) {
  const top = margin + 30
  const name = sheet.fitted(line.name, { width: contentWidth, height: 36 }, { size: 15, bold: true }, 9)
  sheet.write(name, margin, top)
  const facts = [
    line.sku,
    line.lot_number && `${words.lot} ${line.lot_number}`,
    line.expiry_date && `${words.expiry} ${dateText(line.expiry_date, words)}`,
    line.vintage_year && `${words.vintage} ${line.vintage_year}`,
    amountText(line.quantity, line.unit_type, words),
  ]
  const room = { width: contentWidth, height: 32 }
  sheet.write(
    sheet.fitted(facts.filter(Boolean).join('  ·  '), room, { size: 11 }, smallestSize),
    margin,
    top + 40,
  )
}

type Code = { bars: number[]; shown: string }

/** The characters that GS1 allows in a lot. */
const gs1Text = /^[!"%-?A-Z_a-z]{1,20}$/
const longestSku = 30

/** null: no code can stand for it. What is known of the goods, in the order that takes the least room. */
export function codeOf({ gtin, sku, expiry_date, quantity, lot_number }: LabelledLine): Code | null {
  if (gtin === null) {
    const isPrintable = sku.length <= longestSku && /^[ -~]+$/.test(sku)
    return isPrintable ? { bars: code128(sku), shown: sku } : null
  }
  const elements: [string, string][] = [['01', gtin14(gtin)]]
  if (expiry_date) elements.push(['17', expiry_date.slice(2).replaceAll('-', '')])
  if (Number.isInteger(quantity) && quantity < 100_000_000) elements.push(['37', String(quantity)])
  if (lot_number && gs1Text.test(lot_number)) elements.push(['10', lot_number])
  return {
    bars: gs1Code128(elements),
    shown: elements.map(([identifier, value]) => `(${identifier})${value}`).join(''),
  }
}

function drawCode(sheet: Sheet, code: Code | null) {
  if (!code) return
  const modules = moduleCount(code.bars)
  const moduleWidth = Math.min(widestModule, width / (modules + quietModules))
  const x = (width - modules * moduleWidth) / 2
  const y = height - margin - barHeight - 12
  drawBarCode(sheet, code.bars, { x, y, moduleWidth, height: barHeight })
  const text = sheet.fitted(code.shown, { width: contentWidth, height: 11 }, { size: 8 }, 5)
  sheet.write(text, margin, y + barHeight + 2, { width: contentWidth, to: 'center' })
}

export const noticeLabelTemplates = {
  'notice-labels': (shown, language) => renderLabels(shown as NoticeLabels, language),
} satisfies Templates
