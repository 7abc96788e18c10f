// Orders as files for people: one row per order, or one per line.
import { deliveryTypeWords, orderStatusWords } from '@anden/contract'
import { documentRows } from '../http/reads/sheets/document-rows.ts'
import {
  contentText,
  moment,
  number,
  type SheetColumn,
  sheet,
  taxIdText,
  text,
  totalOf,
  unitOfTotal,
  unitText,
  wordsColumn,
} from '../http/reads/sheets/sheet.ts'
import { factsOfOrders, type ListedOrder, type OrderFacts, type SheetLine } from './sheet-queries.ts'

type OrderRow = ListedOrder & OrderFacts
type LineRow = OrderRow & { line: SheetLine; position: number }
type Columns<Row> = readonly SheetColumn<Row>[]

const first: Columns<OrderRow> = [
  text('Pedido', 'Order', ({ order_number }) => order_number, 14),
  moment('Fecha', 'Placed', ({ created_at }) => created_at),
  text('Referencia', 'Reference', ({ reference }) => reference, 18),
  wordsColumn('Estado', 'Status', orderStatusWords, ({ status }) => status, 15),
]
const client = text<OrderRow>('Cliente', 'Client', ({ client_name }) => client_name, 28)
const recipient = text<OrderRow>('Destinatario', 'Recipient', (row) => row.recipient, 28)
const delivery: Columns<OrderRow> = [
  wordsColumn('Entrega', 'Delivery', deliveryTypeWords, ({ delivery_type }) => delivery_type, 10),
  text('Dirección', 'Address', ({ delivery_address }) => delivery_address, 28),
  text('Localidad', 'City', ({ delivery_city }) => delivery_city),
  text('Provincia', 'Province', ({ delivery_province }) => delivery_province),
]
const remito = text<OrderRow>('Remito', 'Remito', (row) => row.remito, 20)

const ofOrder: Columns<OrderRow> = [
  recipient,
  text('CUIT / DNI', 'CUIT / DNI', ({ recipient_cuit_dni }) => taxIdText(recipient_cuit_dni), 15),
  ...delivery,
  text('Contacto', 'Contact', ({ delivery_contact }) => delivery_contact, 28),
  remito,
  number('Renglones', 'Lines', ({ lines }) => lines.length, 10),
  number('Cantidad', 'Quantity', ({ lines }) => totalOf(lines)),
  text('Unidad', 'Unit', ({ lines }, language) => unitOfTotal(lines, language), 10),
  number('Bultos', 'Packages', ({ packages }) => packages, 9),
  text('Productos', 'Products', ({ lines }, language) => contentText(lines, language), 40),
  text('Motivo', 'Reason', ({ status_reason }) => status_reason, 28),
  text('Notas', 'Notes', ({ notes }) => notes, 28),
  moment('Último cambio', 'Last change', ({ updated_at }) => updated_at),
]

const ofLine: Columns<LineRow> = [
  recipient,
  ...delivery,
  remito,
  number('Renglón', 'Line', ({ position }) => position, 9),
  text('SKU', 'SKU', ({ line }) => line.sku),
  text('Producto', 'Product', ({ line }) => line.name, 32),
  number('Cosecha', 'Vintage', ({ line }) => line.vintage_year, 9),
  number('Cantidad', 'Quantity', ({ line }) => line.quantity),
  text('Unidad', 'Unit', ({ line }, language) => unitText(line.unit_type, line.quantity, language), 10),
  text('Notas del renglón', 'Notes of the line', ({ line }) => line.notes, 28),
]

const { perDocument, perLine } = documentRows<ListedOrder, OrderFacts>(factsOfOrders, {
  recipient: null,
  recipient_cuit_dni: null,
  delivery_contact: null,
})
const name = { es: 'pedidos', en: 'orders' }

/** For the client, whose orders they all are. */
export const ordersSheet = sheet({ name, columns: [...first, ...ofOrder], rows: perDocument })
export const orderLinesSheet = sheet({ name, columns: [...first, ...ofLine], rows: perLine })

/** For the staff, with the client of each order. */
export const staffOrdersSheet = sheet({ name, columns: [...first, client, ...ofOrder], rows: perDocument })
export const staffOrderLinesSheet = sheet({ name, columns: [...first, client, ...ofLine], rows: perLine })
