// Stock counts as files for people: the list of counts, and the lots that one of them changed.
import type { ImportedLot, StockImportRecord } from '@anden/contract'
import {
  date,
  itemsAsRows,
  moment,
  number,
  type SheetColumn,
  sheet,
  text,
  unitText,
} from '../../http/reads/sheets/sheet.ts'

const ofCount: readonly SheetColumn<StockImportRecord>[] = [
  moment('Fecha', 'When', ({ created_at }) => created_at),
  text('Cliente', 'Client', ({ client_name }) => client_name, 30),
  text('Quién', 'Who', ({ actor_name }) => actor_name, 26),
  number('Renglones', 'Lines', ({ lines }) => lines),
  number('Lotes cambiados', 'Lots changed', ({ lots_changed }) => lots_changed, 16),
  number('Lotes nuevos', 'New lots', ({ lots_created }) => lots_created, 14),
  number('Productos nuevos', 'New products', ({ products_created }) => products_created, 17),
  number('Productos cambiados', 'Products changed', ({ products_changed }) => products_changed, 19),
  number('Coinciden', 'As recorded', ({ unchanged }) => unchanged),
]

export const countsSheet = sheet({
  name: { es: 'recuentos', en: 'counts' },
  columns: ofCount,
  rows: itemsAsRows<StockImportRecord>(),
})

const ofLot: readonly SheetColumn<ImportedLot>[] = [
  text('SKU', 'SKU', ({ products }) => products.sku),
  text('Producto', 'Product', ({ products }) => products.name, 32),
  text('Lote', 'Lot', ({ lot_number }) => lot_number),
  number('Cosecha', 'Vintage', ({ vintage_year }) => vintage_year, 10),
  date('Vencimiento', 'Expires', ({ expiry_date }) => expiry_date),
  number('Diferencia', 'Difference', ({ delta }) => delta),
  text('Unidad', 'Unit', ({ unit_type, delta }, language) => unitText(unit_type, delta, language), 10),
]

export const countedLotsSheet = sheet({
  name: { es: 'recuento', en: 'count' },
  columns: ofLot,
  rows: itemsAsRows<ImportedLot>(),
})
