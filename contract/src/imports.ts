// The stock count of a client, uploaded as CSV.

import { ofClient } from './clients.ts'
import { CreatedBetween } from './paging.ts'
import { CalendarDate, Id, Named, Nullable, Quantity, Timestamp, VintageYear } from './primitives.ts'
import { ProductLabel, UnitType } from './products.ts'
import { plainColumnName } from './sheet-columns.ts'
import { type Static, Type } from './type.ts'

export const importColumns = [
  'sku',
  'quantity',
  'lot_number',
  'expiry_date',
  'vintage_year',
  'name',
  'unit_type',
  'location',
  'weight_kg',
] as const
export type ImportColumn = (typeof importColumns)[number]
/** The names that a header may give a column besides its own, without accents, as `plainColumnName` returns them. */
export const importColumnSynonyms: Record<ImportColumn, readonly string[]> = {
  sku: ['codigo', 'cod', 'codigo de producto', 'articulo'],
  quantity: ['cantidad', 'cant', 'cantidad contada', 'contado', 'conteo', 'recuento'],
  lot_number: ['lote', 'numero de lote', 'nro de lote', 'n de lote', 'nro lote', 'lot'],
  expiry_date: ['vencimiento', 'fecha de vencimiento', 'fecha vencimiento', 'vto', 'fecha de vto', 'vence'],
  vintage_year: ['cosecha', 'anada', 'ano de cosecha', 'vintage'],
  name: ['nombre', 'producto', 'descripcion', 'nombre del producto'],
  unit_type: ['unidad', 'unidad de medida', 'unit', 'um'],
  location: ['ubicacion', 'posicion', 'estanteria', 'lugar'],
  weight_kg: ['peso', 'peso kg', 'peso en kg', 'peso unitario', 'kg por unidad'],
}

const columnsByName = new Map<string, ImportColumn>(
  importColumns.flatMap((column) =>
    [column, ...importColumnSynonyms[column]].map((name) => [plainColumnName(name), column] as const),
  ),
)

/** The column that a header names, in English or in Spanish; undefined if it is none. */
export const importColumnOf = (name: string): ImportColumn | undefined =>
  columnsByName.get(plainColumnName(name))

export const requiredImportColumns = ['sku', 'quantity'] as const satisfies readonly ImportColumn[]

export const ImportQuery = {
  client_id: Id,
  dry_run: Type.Optional(
    Type.Boolean({ default: false, description: 'Report what would change without changing anything' }),
  ),
  fingerprint: Type.Optional(
    Type.String({
      minLength: 32,
      maxLength: 32,
      description:
        'The `fingerprint` of a dry run of the same file. If a lot of the file has changed since, nothing is imported',
    }),
  ),
}

const summary = {
  lines: Type.Integer({ description: 'Lines of the file, without the header', examples: [3] }),
  products_created: Type.Integer({ examples: [0] }),
  products_changed: Type.Integer({
    description: 'Existing products whose `location` or `weight_kg` changed',
    examples: [0],
  }),
  lots_created: Type.Integer({ examples: [1] }),
  lots_changed: Type.Integer({ description: 'Existing lots whose quantity changed', examples: [1] }),
  unchanged: Type.Integer({ description: 'Lines that match the current stock', examples: [1] }),
}

export const StockImport = Named('StockImport', {
  id: { ...Id, description: 'Appears as `document_id` in the ledger entries' },
  dry_run: Type.Boolean({ examples: [false] }),
  ...summary,
})
export type StockImport = Static<typeof StockImport>

export const ImportChange = Named('ImportChange', {
  line: Type.Integer({ description: 'Line of the file, counted from 1', examples: [2] }),
  sku: Type.String({ examples: ['MAL-RES-750'] }),
  lot_number: Type.String({ examples: ['L2409-A'] }),
  expiry_date: Nullable(CalendarDate),
  vintage_year: Nullable(VintageYear),
  old_quantity: Type.Number({ examples: [126] }),
  new_quantity: Quantity,
  delta: Type.Number({ description: '`new_quantity` − `old_quantity`', examples: [-6] }),
  unit_type: UnitType,
  location: Nullable(Type.String({ examples: ['A-12-3'] }), {
    description: 'The new location of the product; null: the line does not change it',
  }),
  weight_kg: Nullable(Type.Number({ examples: [7.2] }), {
    description: 'The new weight of a unit of the product; null: the line does not change it',
  }),
  creates_product: Type.Boolean({ examples: [false] }),
  creates_lot: Type.Boolean({ examples: [false] }),
})
export type ImportChange = Static<typeof ImportChange>

export const StockImportPreview = Named('StockImportPreview', {
  id: Type.Unsafe<null>({ type: 'null', description: 'Always null: nothing was imported' }),
  dry_run: Type.Boolean({ examples: [true] }),
  ...summary,
  fingerprint: Type.String({
    description: 'Of the quantities that the file was compared with: send it with the import',
    examples: ['3f1c9a7be2d04856a1b7c3d9e0f24518'],
  }),
  changes: Type.Array(ImportChange, { description: 'Every line that would change something, in file order' }),
})
export type StockImportPreview = Static<typeof StockImportPreview>

/** An import as it appears in the list of imports. */
export const StockImportRecord = Named('StockImportRecord', {
  id: { ...Id, description: 'Appears as `document_id` in the ledger entries' },
  ...ofClient,
  actor: Type.String({ description: 'Who imported it', examples: ['staff ERP (sk_9dKq21z)'] }),
  ...summary,
  created_at: Timestamp,
  actor_name: Type.String({
    description: 'The name of the person, as it is now, or of the key',
    examples: ['ERP'],
  }),
})
export type StockImportRecord = Static<typeof StockImportRecord>

export const StockImportFilters = { client_id: Type.Optional(Id), ...CreatedBetween }

export const ImportedLot = Named('ImportedLot', {
  id: { ...Id, description: 'Of the ledger entry' },
  product_id: Id,
  products: ProductLabel,
  unit_type: UnitType,
  lot_id: Id,
  lot_number: Type.String({ examples: ['L2409-A'] }),
  expiry_date: Nullable(CalendarDate),
  vintage_year: Nullable(VintageYear),
  delta: Type.Number({ description: 'How much the import changed the quantity', examples: [-6] }),
})
export type ImportedLot = Static<typeof ImportedLot>
