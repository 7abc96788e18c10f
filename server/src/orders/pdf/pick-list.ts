// The pick list on paper: the totals, with which someone walks along the shelves, then a block for each order, by which the
// goods are sorted. An order alone has no totals: they would be its block once more.
import { buffer } from 'node:stream/consumers'
import type { Language, PickListRow } from '@anden/contract'
import type { Templates } from '../../http/reads/documents/render-threads.ts'
import { loadFonts } from '../../print/fonts.ts'
import { drawPages, type Listed } from '../../print/pages.ts'
import { contentWidth, createSheet, margin, type Sheet, type Style } from '../../print/sheet.ts'
import { type Cell, createTable, type Table } from '../../print/table.ts'
import { amountText, dateText, type PrintedWords, printedWords, quantityText } from '../../print/words.ts'
import { type OrderToPick, rowsOf } from '../pick-list.ts'

export type PickListDocument = { orders: OrderToPick[]; day: string; warehouse: string | null }

type PickListTexts = (typeof pickListTexts)['es']

const es = {
  ...printedWords.es,
  title: 'Lista de preparación',
  orders: (count: number) => (count === 1 ? '1 pedido' : `${count} pedidos`),
  totals: 'Todo lo que hay que juntar',
  location: 'Ubicación',
  bestBefore: 'Vto. / cosecha',
  packages: 'Bultos',
  preparedBy: 'Preparó',
}
const en: typeof es = {
  ...printedWords.en,
  title: 'Pick list',
  orders: (count) => (count === 1 ? '1 order' : `${count} orders`),
  totals: 'Everything to take',
  location: 'Location',
  bestBefore: 'Expiry / vintage',
  packages: 'Packages',
  preparedBy: 'Prepared by',
}
const pickListTexts = { es, en } satisfies Record<Language, typeof es>

const headingText: Style = { size: 11, bold: true }
const recipientText: Style = { size: 9 }
const remarkText: Style = { size: 8, color: '#333333' }
const gapBefore = 14
const gapAfter = 4
const boxSide = 9
const fieldWidth = 180

async function renderPickList(document: PickListDocument, language: Language): Promise<Buffer> {
  const { orders, day, warehouse } = document
  const texts: PickListTexts = pickListTexts[language]
  const sheet = await createSheet(await loadFonts(), {
    title: texts.title,
    author: warehouse ?? texts.warehouse,
    language,
    at: `${day}T00:00:00.000Z`,
  })
  const table = goodsTable(sheet, texts)
  const listed = [
    ...(orders.length > 1 ? totals(sheet, table, orders, texts) : []),
    ...orders.flatMap((order) => blockOf(sheet, table, order, texts)),
  ]
  const aside = [texts.orders(orders.length), dateText(day, texts)].join(' · ')
  drawPages(sheet, listed, { title: texts.title, aside, words: texts })
  sheet.doc.end()
  return buffer(sheet.doc)
}

const goodsTable = (sheet: Sheet, texts: PickListTexts): Table =>
  createTable(sheet, {
    columns: [
      { title: '', width: 18 },
      { title: texts.location, width: 64, isCode: true },
      { title: texts.sku, width: 84, isCode: true },
      { title: texts.product, width: 151.28 },
      { title: texts.lot, width: 78, isCode: true },
      { title: texts.bestBefore, width: 66 },
      { title: texts.quantity, width: 62, to: 'right' },
    ],
    notesFrom: 3,
    hasWideNotes: true,
    style: { size: 8 },
  })

function totals(sheet: Sheet, table: Table, orders: readonly OrderToPick[], texts: PickListTexts): Listed[] {
  const isOfSeveralClients = new Set(orders.map(({ client_id }) => client_id)).size > 1
  const shares = (row: PickListRow) =>
    row.orders
      .map(({ order_number, quantity }) => `${order_number}: ${quantityText(quantity, texts)}`)
      .join(' · ')
  return [
    heading(sheet, [sheet.block(texts.totals, contentWidth, headingText)], 0),
    ...rowsOf(orders).map((row) => ({
      ...table.row(cellsOf(sheet, row, texts), [
        isOfSeveralClients ? `${row.client_name} – ${shares(row)}` : shares(row),
      ]),
      head: table.head,
    })),
  ]
}

function blockOf(sheet: Sheet, table: Table, order: OrderToPick, texts: PickListTexts): Listed[] {
  const { order_number, client_name, destinatario_name, notes, goods } = order
  const blocks = [
    sheet.block(`${order_number} – ${client_name}`, contentWidth, headingText),
    sheet.block(`${texts.recipient}: ${destinatario_name}`, contentWidth, recipientText),
    ...(notes ? [sheet.block(texts.notes + notes, contentWidth, remarkText)] : []),
  ]
  return [
    heading(sheet, blocks, gapBefore),
    ...goods.map((row) => ({
      ...table.row(cellsOf(sheet, row, texts), row.notes ? [texts.notes + row.notes] : []),
      head: table.head,
    })),
    toFillIn(sheet, [texts.packages, texts.preparedBy]),
  ]
}

/** For who prepares by the paper and enters it later. */
function toFillIn(sheet: Sheet, labels: readonly string[]): Listed {
  return {
    height: 24,
    draw(top) {
      const y = top + 18
      for (const [index, text] of labels.entries()) {
        const x = margin + index * fieldWidth
        sheet.write(sheet.block(text, fieldWidth, remarkText), x, y - remarkText.size)
        const from = x + 60
        sheet.doc
          .lineWidth(0.5)
          .moveTo(from, y + 2)
          .lineTo(x + fieldWidth - 16, y + 2)
          .stroke('#000000')
      }
    },
  }
}

function heading(sheet: Sheet, blocks: readonly ReturnType<Sheet['block']>[], above: number): Listed {
  const height = blocks.reduce((sum, block) => sum + block.height, above + gapAfter)
  return {
    height,
    keepsNext: true,
    draw(top) {
      let y = top + above
      for (const block of blocks) {
        sheet.write(block, margin, y)
        y += block.height
      }
    },
  }
}

type Goods = Pick<
  PickListRow,
  'location' | 'sku' | 'name' | 'lot_number' | 'expiry_date' | 'vintage_year' | 'quantity' | 'unit_type'
>

function cellsOf(sheet: Sheet, row: Goods, texts: PrintedWords): (string | Cell)[] {
  const { expiry_date, vintage_year } = row
  const day = expiry_date === null ? [] : [dateText(expiry_date, texts)]
  const vintage = vintage_year === null ? [] : [String(vintage_year)]
  return [
    box(sheet),
    row.location ?? '–',
    row.sku,
    row.name,
    row.lot_number,
    [...day, ...vintage].join(' / ') || '–',
    amountText(row.quantity, row.unit_type, texts),
  ]
}

/** To tick. */
const box = ({ doc }: Sheet): Cell => ({
  height: boxSide,
  draw: (x, y) => doc.rect(x, y, boxSide, boxSide).lineWidth(0.8).stroke('#000000'),
})

export const pickListTemplates = {
  'pick-list': (shown, language) => renderPickList(shown as PickListDocument, language),
} satisfies Templates
