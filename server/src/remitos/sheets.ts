// Remitos as files for people: one row per remito, or one per line.
import {
  type Remito,
  type RemitoType,
  remitoStatusWords,
  remitoTypeWords,
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
  totalOf,
  unitOfTotal,
  unitText,
  wordsColumn,
} from '../http/reads/sheets/sheet.ts'

type RemitoLine = {
  sku: string
  name: string
  unit_type: UnitType
  quantity: number
  lot_number: string
  expiry_date: string | null
  vintage_year: number | null
  notes: string | null
}

/** What a file for people shows of a remito beyond its row in the list. */
type RemitoFacts = {
  id: string
  client_name: string
  order_number: string | null
  recipient: string | null
  city: string | null
  void_reason: string | null
  lines: RemitoLine[]
}
type RemitoRow = Remito & RemitoFacts
type LineRow = RemitoRow & { line: RemitoLine; position: number }
type Columns<Row> = readonly SheetColumn<Row>[]

const first: Columns<RemitoRow> = [
  text('Remito', 'Remito', ({ remito_number }) => remito_number.join(', '), 20),
  wordsColumn<RemitoRow, RemitoType>('Tipo', 'Type', remitoTypeWords, ({ type }) => type, 10),
  wordsColumn<RemitoRow, Remito['status']>('Estado', 'Status', remitoStatusWords, ({ status }) => status, 10),
  date('Fecha', 'Date', (row) => row.date),
]
const client = text<RemitoRow>('Cliente', 'Client', ({ client_name }) => client_name, 28)
const parties: Columns<RemitoRow> = [
  text('Pedido', 'Order', ({ order_number }) => order_number, 14),
  text('Destinatario', 'Recipient', ({ recipient }) => recipient, 28),
  text('Localidad', 'City', ({ city }) => city),
]

const ofRemito: Columns<RemitoRow> = [
  ...parties,
  number('Renglones', 'Lines', ({ lines }) => lines.length, 10),
  number('Cantidad', 'Quantity', ({ lines }) => totalOf(lines)),
  text('Unidad', 'Unit', ({ lines }, language) => unitOfTotal(lines, language), 10),
  text('Productos', 'Products', ({ lines }, language) => contentText(lines, language), 40),
  text('Motivo de anulación', 'Why it was voided', ({ void_reason }) => void_reason, 28),
  moment('Registrado', 'Recorded', ({ created_at }) => created_at),
]

const ofLine: Columns<LineRow> = [
  ...parties,
  number('Renglón', 'Line', ({ position }) => position, 9),
  text('SKU', 'SKU', ({ line }) => line.sku),
  text('Producto', 'Product', ({ line }) => line.name, 32),
  text('Lote', 'Lot', ({ line }) => line.lot_number),
  date('Vencimiento', 'Expiry', ({ line }) => line.expiry_date),
  number('Cosecha', 'Vintage', ({ line }) => line.vintage_year, 9),
  number('Cantidad', 'Quantity', ({ line }) => line.quantity),
  text('Unidad', 'Unit', ({ line }, language) => unitText(line.unit_type, line.quantity, language), 10),
  text('Notas', 'Notes', ({ line }) => line.notes, 28),
]

/** Each remito by its key, and its lines by a subquery: a join of a whole page can become a scan of all lines. */
const factsOfRemitos = (clientId: string | null, remitoIds: string[]) =>
  sql<RemitoFacts>`
    select remitos.id, clients.name as client_name, orders.order_number, destinatarios.name as recipient,
      orders.delivery_city as city, remitos.void_reason, (
        select coalesce(json_agg(json_build_object(
          'sku', products.sku, 'name', products.name, 'unit_type', products.unit_type, 'quantity', item.quantity,
          'lot_number', lots.lot_number, 'expiry_date', lots.expiry_date, 'vintage_year', lots.vintage_year,
          'notes', item.notes) order by item.position), '[]')
        from remito_items item
        join lots on lots.id = item.lot_id
        join products on products.id = item.product_id
        where item.client_id = remitos.client_id and item.remito_id = remitos.id
      ) as lines
    from remitos
    join clients on clients.id = remitos.client_id
    left join orders on orders.client_id = remitos.client_id and orders.id = remitos.source_order_id
    left join destinatarios on destinatarios.client_id = orders.client_id and destinatarios.id = orders.destinatario_id
    where remitos.id = any(${remitoIds}::uuid[]) ${clientId ? sql`and remitos.client_id = ${clientId}` : empty}`

const { perDocument, perLine } = documentRows<Remito, RemitoFacts>(factsOfRemitos, {
  recipient: null,
  city: null,
})
const name = { es: 'remitos', en: 'remitos' }

/** For the client, whose remitos they all are. */
export const remitosSheet = sheet({ name, columns: [...first, ...ofRemito], rows: perDocument })
export const remitoLinesSheet = sheet({ name, columns: [...first, ...ofLine], rows: perLine })

/** For the staff, with the client of each remito. */
export const staffRemitosSheet = sheet({ name, columns: [...first, client, ...ofRemito], rows: perDocument })
export const staffRemitoLinesSheet = sheet({ name, columns: [...first, client, ...ofLine], rows: perLine })
