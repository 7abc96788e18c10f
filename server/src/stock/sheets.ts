// Stock, lots and movements as files for people.

import {
  causeWords,
  type LedgerEntry,
  type Lot,
  movementStatusWords,
  type StaffStockRow,
  type StaffTraceEntry,
  type StockHistoryEntry,
  type StockRow,
  type TraceEntry,
  type UnitType,
} from '@anden/contract'
import type { Queryable } from '../db/queryable.ts'
import { sql } from '../db/sql.ts'
import {
  date,
  itemsAsRows,
  moment,
  number,
  type SheetColumn,
  sheet,
  text,
  unitText,
  wordsColumn,
} from '../http/reads/sheets/sheet.ts'
import { throwProblem } from '../problem.ts'
import { historyBalances, ledgerBalances } from './ledger-queries.ts'

type Columns<Row> = readonly SheetColumn<Row>[]
type Names = { es: string; en: string }

const stockColumns: Columns<StockRow> = [
  text('SKU', 'SKU', ({ products }) => products.sku),
  text('Producto', 'Product', ({ products }) => products.name, 36),
  text('Unidad', 'Unit', ({ products }, language) => unitText(products.unit_type, 1, language), 10),
  number('Stock', 'In stock', ({ quantity }) => quantity),
  number('Reservado', 'Reserved', ({ reserved_quantity }) => reserved_quantity),
  number('Disponible', 'Available', ({ available_quantity }) => available_quantity),
  moment('Último cambio', 'Last change', ({ updated_at }) => updated_at),
]

const stockName: Names = { es: 'stock', en: 'stock' }
export const stockSheet = sheet({ name: stockName, columns: stockColumns, rows: itemsAsRows<StockRow>() })
export const staffStockSheet = sheet({
  name: stockName,
  columns: [
    text<StaffStockRow>('Cliente', 'Client', ({ client_name }) => client_name, 28),
    ...(stockColumns as Columns<StaffStockRow>),
  ],
  rows: itemsAsRows<StaffStockRow>(),
})

type LotRow = Lot & { unit_type: UnitType | null }
const yes = { es: 'Sí', en: 'Yes' }

const lotColumns: Columns<LotRow> = [
  text('SKU', 'SKU', ({ products }) => products.sku),
  text('Producto', 'Product', ({ products }) => products.name, 36),
  text('Lote', 'Lot', ({ lot_number }) => lot_number),
  date('Vencimiento', 'Expiry', ({ expiry_date }) => expiry_date),
  number('Cosecha', 'Vintage', ({ vintage_year }) => vintage_year, 9),
  number('Cantidad', 'Quantity', ({ quantity }) => quantity),
  text(
    'Unidad',
    'Unit',
    ({ unit_type, quantity }, language) => unit_type && unitText(unit_type, quantity, language),
    10,
  ),
  text('Retenido', 'On hold', ({ hold }, language) => hold && yes[language], 10),
  text('Motivo de la retención', 'Why it is on hold', ({ hold }) => hold?.reason, 30),
  moment('Retenido desde', 'On hold since', ({ hold }) => hold?.since),
]

export const lotsSheet = sheet({
  name: { es: 'lotes', en: 'lots' },
  columns: lotColumns,
  rows: (_: unknown, db: Queryable) => async (lots: Lot[]) => {
    const productIds = [...new Set(lots.map(({ product_id }) => product_id))]
    const units = new Map((await db.rows(unitsOfProducts(productIds))).map((one) => [one.id, one.unit_type]))
    return lots.map((lot) => ({ ...lot, unit_type: units.get(lot.product_id) ?? null }))
  },
})

const unitsOfProducts = (productIds: string[]) =>
  sql<{ id: string; unit_type: UnitType }>`
    select id, unit_type from products where id = any(${productIds}::uuid[])`

// Movements of a product, with the stock after each. Sums are in whole thousandths, and so exact.

type Movement = Pick<LedgerEntry, 'cause' | 'delta' | 'lot_number' | 'created_at'>
type WithStock<Entry> = { entry: Entry; stock: number }

const thousandths = (quantity: number) => Math.round(quantity * 1_000)

/** The running stock begins with what there was before the range of the file. */
function withStock<Entry extends Movement>(opening: () => Promise<number>) {
  let stock: number | null = null
  return async (entries: Entry[]): Promise<WithStock<Entry>[]> => {
    let current = stock ?? thousandths(await opening())
    const rows = entries.map((entry) => {
      current += thousandths(entry.delta)
      return { entry, stock: current / 1_000 }
    })
    stock = current
    return rows
  }
}

const movementColumns: Columns<WithStock<Movement & { number: string | null }>> = [
  moment('Fecha', 'Date', ({ entry }) => entry.created_at),
  wordsColumn('Movimiento', 'Movement', causeWords, ({ entry }) => entry.cause, 16),
  text('Remito', 'Remito', ({ entry }) => entry.number, 22),
  text('Lote', 'Lot', ({ entry }) => entry.lot_number),
  number('Cantidad', 'Quantity', ({ entry }) => entry.delta),
  number('Stock', 'In stock', (row) => row.stock),
]

const movementsName: Names = { es: 'movimientos', en: 'movements' }
type Range = { from?: string | undefined; to?: string | undefined }

type HistoryReader = { client: { id: string }; params: { id: string }; query: Range }
export const historySheet = sheet({
  name: movementsName,
  columns: movementColumns,
  rows: ({ client, params, query }: HistoryReader, db: Queryable) => {
    const read = withStock<StockHistoryEntry & { number: string | null }>(
      async () => (await db.one(historyBalances(client.id, params.id, query))).opening,
    )
    return (entries: StockHistoryEntry[]) =>
      read(entries.map((entry) => ({ ...entry, number: entry.document.number })))
  },
})

type LedgerReader = { query: Range & { product_id: string } }
type LedgerRow = WithStock<LedgerEntry & { number: string | null }>
export const ledgerSheet = sheet({
  name: movementsName,
  columns: [
    ...(movementColumns as Columns<LedgerRow>),
    text<LedgerRow>('Motivo', 'Reason', ({ entry }) => entry.reason, 30),
    text<LedgerRow>('Registrado por', 'Recorded by', ({ entry }) => entry.actor_name, 30),
  ],
  rows: ({ query }: LedgerReader, db: Queryable) => {
    const read = withStock<LedgerEntry & { number: string | null }>(
      async () =>
        ((await db.maybeOne(ledgerBalances(query.product_id, query))) ?? throwProblem('products/not-found'))
          .opening,
    )
    return (entries: LedgerEntry[]) =>
      read(entries.map((entry) => ({ ...entry, number: entry.document_number })))
  },
})

// Where the goods of a lot went, for a recall.

const traceColumns: Columns<TraceEntry> = [
  moment('Fecha', 'Date', ({ created_at }) => created_at),
  wordsColumn('Movimiento', 'Movement', causeWords, ({ cause }) => cause, 16),
  number('Cantidad', 'Quantity', ({ delta }) => delta),
  wordsColumn('Estado', 'Status', movementStatusWords, ({ status }) => status, 18),
  text('Remito', 'Remito', ({ remito }) => remito?.remito_number.join(', '), 22),
  text('Pedido', 'Order', ({ order }) => order?.order_number, 14),
  text('Devolución', 'Return', (entry) => entry.return?.number, 14),
  text('Destinatario', 'Recipient', ({ recipient }) => recipient?.name, 28),
  text('Teléfono', 'Telephone', ({ recipient }) => recipient?.phone, 20),
  text('E-mail', 'E-mail', ({ recipient }) => recipient?.email, 28),
  text('Dirección', 'Address', ({ recipient }) => recipient?.address, 28),
  text('Localidad', 'City', ({ recipient }) => recipient?.city),
  text('Provincia', 'Province', ({ recipient }) => recipient?.province),
  text('Código postal', 'Postal code', ({ recipient }) => recipient?.postal_code, 14),
]

const traceName: Names = { es: 'trazabilidad', en: 'trace' }
export const traceSheet = sheet({ name: traceName, columns: traceColumns, rows: itemsAsRows<TraceEntry>() })
export const staffTraceSheet = sheet({
  name: traceName,
  columns: [
    ...(traceColumns as Columns<StaffTraceEntry>),
    text<StaffTraceEntry>('Otro cliente', 'Other client', ({ transfer }) => transfer?.client.name, 28),
    text<StaffTraceEntry>('Motivo', 'Reason', ({ reason }) => reason, 30),
    text<StaffTraceEntry>('Registrado por', 'Recorded by', ({ actor_name }) => actor_name, 30),
  ],
  rows: itemsAsRows<StaffTraceEntry>(),
})
