// Inbound notices as files for people: one row per notice, or one per line.
import {
  differenceReasonWords,
  type InboundNotice,
  type InboundStatus,
  inboundStatusWords,
  type UnitType,
} from '@anden/contract'
import type { InboundDifferenceReason } from '@anden/contract/values'
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
  received: number
  difference: number
  reason: InboundDifferenceReason | null
  note: string | null
  lot_number: string | null
  expiry_date: string | null
  vintage_year: number | null
}
type Facts = { id: string; client_name: string; lines: SheetLine[] }
type Row = Omit<InboundNotice, 'lines'> & Facts
type LineRow = Row & { line: SheetLine; position: number }
type Columns<Of> = readonly SheetColumn<Of>[]

const first: Columns<Row> = [
  text('Aviso', 'Notice', (row) => row.number, 14),
  text('Referencia', 'Reference', ({ reference }) => reference, 18),
  wordsColumn<Row, InboundStatus>('Estado', 'Status', inboundStatusWords, ({ status }) => status, 24),
  date('Se espera', 'Expected', ({ expected_on }) => expected_on),
]
const client = text<Row>('Cliente', 'Client', ({ client_name }) => client_name, 28)

const ofNotice: Columns<Row> = [
  text('Transporte', 'Carrier', ({ carrier }) => carrier, 24),
  text('Remitos', 'Remitos', ({ remito_number }) => remito_number.join(', '), 20),
  number('Bultos', 'Packages', ({ packages }) => packages, 10),
  number('Renglones', 'Lines', ({ lines }) => lines.length, 10),
  number('Renglones recibidos', 'Lines received', ({ lines_received }) => lines_received, 18),
  text('Productos', 'Products', ({ lines }, language) => contentText(announced(lines), language), 40),
  text('Notas', 'Notes', ({ notes }) => notes, 28),
  moment('Creado', 'Created', ({ created_at }) => created_at),
  moment('Último cambio', 'Last change', ({ updated_at }) => updated_at),
]
const announced = (lines: readonly SheetLine[]) => lines.filter(({ quantity }) => quantity > 0)

const ofLine: Columns<LineRow> = [
  number('Renglón', 'Line', ({ position }) => position, 9),
  text('SKU', 'SKU', ({ line }) => line.sku),
  text('Producto', 'Product', ({ line }) => line.name, 32),
  text('Lote', 'Lot', ({ line }) => line.lot_number),
  date('Vencimiento', 'Expiry', ({ line }) => line.expiry_date),
  number('Cosecha', 'Vintage', ({ line }) => line.vintage_year, 9),
  number('Avisado', 'Announced', ({ line }) => line.quantity),
  number('Recibido', 'Received', ({ line }) => line.received),
  number('Diferencia', 'Difference', ({ line }) => line.difference),
  text('Unidad', 'Unit', ({ line }, language) => unitText(line.unit_type, line.quantity, language), 10),
  wordsColumn<LineRow, InboundDifferenceReason>(
    'Motivo',
    'Reason',
    differenceReasonWords,
    ({ line }) => line.reason,
    14,
  ),
  text('Observación', 'Note', ({ line }) => line.note, 28),
]

const factsOfNotices = (clientId: string | null, noticeIds: string[]) =>
  sql<Facts>`
    select notices.id, clients.name as client_name, (
      select coalesce(json_agg(json_build_object(
        'sku', products.sku, 'name', products.name, 'unit_type', products.unit_type, 'quantity', item.quantity,
        'received', item.received, 'difference', item.received - item.quantity, 'reason', item.difference_reason,
        'note', item.difference_note, 'lot_number', item.lot_number, 'expiry_date', item.expiry_date,
        'vintage_year', item.vintage_year) order by item.position), '[]')
      from inbound_items item
      join products on products.id = item.product_id
      where item.client_id = notices.client_id and item.notice_id = notices.id
        and (item.quantity > 0 or item.received > 0)
    ) as lines
    from inbound_notices notices
    join clients on clients.id = notices.client_id
    where notices.id = any(${noticeIds}::uuid[]) ${clientId ? sql`and notices.client_id = ${clientId}` : empty}`

const { perDocument, perLine } = documentRows<InboundNotice, Facts>(factsOfNotices)
const name = { es: 'avisos de ingreso', en: 'inbound notices' }

/** For the client, whose notices they all are. */
export const noticesSheet = sheet({ name, columns: [...first, ...ofNotice], rows: perDocument })
export const noticeLinesSheet = sheet({ name, columns: [...first, ...ofLine], rows: perLine })

/** For the staff, with the client of each notice. */
export const staffNoticesSheet = sheet({ name, columns: [...first, client, ...ofNotice], rows: perDocument })
export const staffNoticeLinesSheet = sheet({ name, columns: [...first, client, ...ofLine], rows: perLine })
