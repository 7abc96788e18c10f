// The labels of an order, or of all those of a trip, 100 × 150 mm, one for each package: where it goes, legible from two metres, and what a scanner reads.

import { buffer } from 'node:stream/consumers'
import type { Language } from '@anden/contract'
import { live } from '../../db/environment.ts'
import { sql } from '../../db/sql.ts'
import type { Templates } from '../../http/reads/documents/render-threads.ts'
import { code128, drawBarCode, moduleCount } from '../../print/codes.ts'
import { loadFonts } from '../../print/fonts.ts'
import { type Block, createSheet, type Sheet } from '../../print/sheet.ts'
import { printedWords } from '../../print/words.ts'

export type LabelledOrder = {
  order_number: string
  packages: number | null
  packed_at: string | null
  client_name: string
  remito_number: string | null
  delivery_type: 'envio' | 'retiro'
  recipient: string
  address: string | null
  city: string | null
  province: string | null
  contact: string | null
}
type PackedOrder = LabelledOrder & { packages: number; packed_at: string }
export type LabelsDocument = PackedOrder & { warehouse: string | null }
/** Of several orders, in this order. `name` is what the file is about. */
export type SeveralLabels = { name: string; orders: PackedOrder[]; warehouse: string | null }

/** In the order of the ids. An order without an address of its own goes to that of its recipient. */
export const ordersToLabel = (ids: readonly string[]) =>
  sql<LabelledOrder>`
    select orders.order_number, orders.packages, orders.packed_at, clients.name as client_name, (
        select remitos.remito_number[1]
        from remitos
        where remitos.source_order_id = orders.id and remitos.status = 'issued'
        limit 1
      ) as remito_number, orders.delivery_type, destinatarios.name as recipient,
      case when place.is_own then orders.delivery_address else destinatarios.address end as address,
      case when place.is_own then orders.delivery_city else destinatarios.city end as city,
      case when place.is_own then orders.delivery_province else destinatarios.province end as province,
      orders.delivery_contact as contact
    from orders
    join clients on clients.id = orders.client_id
    join destinatarios on destinatarios.client_id = orders.client_id and destinatarios.id = orders.destinatario_id
    cross join lateral (
      select coalesce(orders.delivery_address, orders.delivery_city, orders.delivery_province) is not null as is_own
    ) as place
    where orders.id = any(${[...ids]}::uuid[]) and ${live('orders.client_id')}
    order by array_position(${[...ids]}::uuid[], orders.id)`

const texts = {
  es: { ...printedWords.es, from: 'Remite', to: 'Para', labels: 'Etiquetas' },
  en: { ...printedWords.en, from: 'From', to: 'To', labels: 'Labels' },
} satisfies Record<Language, object>
type LabelTexts = (typeof texts)['es']

const pointsPerMillimetre = 72 / 25.4
const size: [number, number] = [100 * pointsPerMillimetre, 150 * pointsPerMillimetre]
const [width, height] = size
const margin = 14
const contentWidth = width - 2 * margin
const barHeight = 62
/** 0.4 mm, which every scanner reads from a distance; a long number has narrower ones. */
const widestModule = 1.13
/** The standard asks for ten blank modules on each side. */
const quietModules = 20
const numbersHeight = 58
const gap = 4
const smallestSize = 8

async function renderLabels({ name, orders, warehouse }: SeveralLabels, language: Language): Promise<Buffer> {
  const words = texts[language]
  const sheet = await createSheet(await loadFonts(), {
    title: `${words.labels} ${name}`,
    author: warehouse ?? words.warehouse,
    language,
    at: orders.reduce((last, { packed_at }) => (packed_at > last ? packed_at : last), ''),
    size,
  })
  for (const order of orders) drawLabels(sheet, { ...order, warehouse }, words)
  sheet.doc.end()
  return buffer(sheet.doc)
}

function drawLabels(sheet: Sheet, document: LabelsDocument, words: LabelTexts) {
  const head = headBlocks(sheet, document, words)
  for (let number = 1; number <= document.packages; number += 1) {
    sheet.doc.addPage()
    for (const { block, y } of head) sheet.write(block, margin, y)
    drawNumbers(sheet, document, number, words)
    drawCode(sheet, `${document.order_number}-${number}`)
    sheet.doc.flushPages()
  }
}

type Placed = { block: Block; y: number }

/** The same on every label. The recipient and the address share what is left of the height. */
function headBlocks(sheet: Sheet, document: LabelsDocument, words: LabelTexts): Placed[] {
  const { client_name, warehouse, recipient, delivery_type, address, city, province, contact } = document
  const bottom = height - margin - barHeight - 22 - numbersHeight - 10
  const sender = `${words.from}: ${[client_name, warehouse].filter(Boolean).join(' – ')}`
  const place = [city, province].filter(Boolean).join(', ')
  const parts: [string | null, { size: number; bold?: boolean; share: number }][] = [
    [sender, { size: 9, share: 0.11 }],
    [words.to, { size: 9, share: 0.06 }],
    [recipient, { size: 26, bold: true, share: 0.33 }],
    [delivery_type === 'retiro' ? words.pickUp : address, { size: 18, share: 0.24 }],
    [delivery_type === 'retiro' ? null : place, { size: 20, bold: true, share: 0.16 }],
    [contact, { size: 11, share: 0.1 }],
  ]
  const room = bottom - margin - parts.length * gap
  let y = margin
  return parts.flatMap(([text, { share, ...style }]) => {
    if (!text) return []
    const available = { width: contentWidth, height: room * share }
    const block = sheet.fitted(text, available, style, smallestSize)
    const placed = { block, y }
    y += block.height + gap
    return [placed]
  })
}

function drawNumbers(sheet: Sheet, document: LabelsDocument, number: number, words: LabelTexts) {
  const { order_number, remito_number, packages } = document
  const top = height - margin - barHeight - 22 - numbersHeight
  sheet.doc
    .lineWidth(1)
    .moveTo(margin, top)
    .lineTo(margin + contentWidth, top)
    .stroke('#000000')
  const half = contentWidth / 2
  const label = { size: 8 }
  const strong = { size: 13, bold: true }
  const narrow = { width: half, height: 17 }
  sheet.write(sheet.block(words.order.replace(': ', ''), half, label), margin, top + 6)
  sheet.write(sheet.fitted(order_number, narrow, strong, smallestSize), margin, top + 15)
  if (remito_number) sheet.write(sheet.fitted(remito_number, narrow, strong, smallestSize), margin, top + 34)
  const count = sheet.unbroken(`${number} / ${packages}`, half, { size: 36, bold: true }, 14)
  if (count) sheet.write(count, margin + half, top + 8, { width: half, to: 'right' })
}

function drawCode(sheet: Sheet, text: string) {
  const bars = code128(text)
  const moduleWidth = Math.min(widestModule, width / (moduleCount(bars) + quietModules))
  const x = (width - moduleCount(bars) * moduleWidth) / 2
  const y = height - margin - barHeight - 12
  drawBarCode(sheet, bars, { x, y, moduleWidth, height: barHeight })
  sheet.write(sheet.block(text, contentWidth, { size: 9 }), margin, y + barHeight + 3, {
    width: contentWidth,
    to: 'center',
  })
}

export const labelTemplates = {
  labels: (shown, language) => {
    const order = shown as LabelsDocument
    return renderLabels({ name: order.order_number, orders: [order], warehouse: order.warehouse }, language)
  },
  'labels-of-several': (shown, language) => renderLabels(shown as SeveralLabels, language),
} satisfies Templates
