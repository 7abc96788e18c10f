// Returns as files for people: one row per return, or one per line.

import type { ReturnReason } from '@anden/contract'
import {
  type Return,
  type ReturnStatus,
  returnReasonWords,
  returnStatusWords,
  type UnitType,
} from '@anden/contract'
import { empty, sql } from '../db/sql.ts'
import { documentRows } from '../http/reads/sheets/document-rows.ts'
import {
  contentText,
  date,
  moment,
  number,
  type SheetColumn,
  sheet,
  text,
  unitText,
  wordsColumn,
} from '../http/reads/sheets/sheet.ts'

type SheetLine = {
  sku: string
  name: string
  unit_type: UnitType
  quantity: number
  reason: ReturnReason
  note: string | null
  received: number
  restocked: number
  held: number
  written_off: number
  lot_number: string
  expiry_date: string | null
  vintage_year: number | null
}
type Facts = {
  id: string
  client_name: string
  notes: string | null
  received_at: string | null
  close_reason: string | null
  lines: SheetLine[]
}
type Row = Omit<Return, 'lines'> & Facts
type LineRow = Row & { line: SheetLine; position: number }
type Columns<Of> = readonly SheetColumn<Of>[]

const first: Columns<Row> = [
  text('Devolución', 'Return', (row) => row.number, 14),
  wordsColumn<Row, ReturnStatus>('Estado', 'Status', returnStatusWords, ({ status }) => status, 12),
]
const client = text<Row>('Cliente', 'Client', ({ client_name }) => client_name, 28)
const origin: Columns<Row> = [
  text('Pedido', 'Order', ({ order_number }) => order_number, 14),
  text('Remito', 'Remito', ({ remito_number }) => remito_number.join(', '), 20),
]

const ofReturn: Columns<Row> = [
  ...origin,
  number('Renglones', 'Lines', ({ lines }) => lines.length, 10),
  text('Productos', 'Products', ({ lines }, language) => contentText(lines, language), 40),
  text('Notas', 'Notes', ({ notes }) => notes, 28),
  text('Motivo de cierre', 'Why it was closed', ({ close_reason }) => close_reason, 28),
  moment('Recibida', 'Received', ({ received_at }) => received_at),
  moment('Creada', 'Created', ({ created_at }) => created_at),
]

const ofLine: Columns<LineRow> = [
  ...origin,
  number('Renglón', 'Line', ({ position }) => position, 9),
  text('SKU', 'SKU', ({ line }) => line.sku),
  text('Producto', 'Product', ({ line }) => line.name, 32),
  text('Lote', 'Lot', ({ line }) => line.lot_number),
  date('Vencimiento', 'Expiry', ({ line }) => line.expiry_date),
  number('Cosecha', 'Vintage', ({ line }) => line.vintage_year, 9),
  wordsColumn<LineRow, ReturnReason>('Motivo', 'Reason', returnReasonWords, ({ line }) => line.reason, 16),
  text('Observación', 'Note', ({ line }) => line.note, 28),
  number('Se espera', 'Expected', ({ line }) => line.quantity),
  number('Recibido', 'Received', ({ line }) => line.received),
  number('Al stock', 'Restocked', ({ line }) => line.restocked),
  number('Retenido', 'On hold', ({ line }) => line.held),
  number('Dado de baja', 'Written off', ({ line }) => line.written_off),
  text('Unidad', 'Unit', ({ line }, language) => unitText(line.unit_type, line.quantity, language), 10),
]

const factsOfReturns = (clientId: string | null, ids: string[]) =>
  sql<Facts>`
    select returns.id, clients.name as client_name, returns.notes, returns.received_at, returns.close_reason, (
      select coalesce(json_agg(json_build_object(
        'sku', products.sku, 'name', products.name, 'unit_type', products.unit_type, 'quantity', item.expected,
        'reason', item.reason, 'note', item.note, 'received', item.restocked + item.held + item.written_off,
        'restocked', item.restocked, 'held', item.held, 'written_off', item.written_off,
        'lot_number', lots.lot_number, 'expiry_date', lots.expiry_date, 'vintage_year', lots.vintage_year)
        order by item.position), '[]')
      from return_items item
      join products on products.id = item.product_id
      join lots on lots.id = item.lot_id
      where item.client_id = returns.client_id and item.return_id = returns.id
    ) as lines
    from returns
    join clients on clients.id = returns.client_id
    where returns.id = any(${ids}::uuid[]) ${clientId ? sql`and returns.client_id = ${clientId}` : empty}`

const { perDocument, perLine } = documentRows<Return, Facts>(factsOfReturns)
const name = { es: 'devoluciones', en: 'returns' }

/** For the client, whose returns they all are. */
export const returnsSheet = sheet({ name, columns: [...first, ...ofReturn], rows: perDocument })
export const returnLinesSheet = sheet({ name, columns: [...first, ...ofLine], rows: perLine })

/** For the staff, with the client of each return. */
export const staffReturnsSheet = sheet({ name, columns: [...first, client, ...ofReturn], rows: perDocument })
export const staffReturnLinesSheet = sheet({ name, columns: [...first, client, ...ofLine], rows: perLine })
