// Converts rows of the database to the contract's types.
import type { Lot, StaffStockRow, StockRow } from '@anden/contract'
import { holdOf } from './hold.ts'
import type { LotLine, StockLine } from './queries.ts'
import type { StaffStockLine } from './staff-queries.ts'

// Field by field, because a rest pattern takes ten times as long: 20 µs for a page of 50.
export function stockRow(line: StockLine): StockRow {
  return {
    product_id: line.product_id,
    products: { id: line.product_id, name: line.name, sku: line.sku, unit_type: line.unit_type },
    quantity: line.quantity,
    reserved_quantity: line.reserved_quantity,
    available_quantity: line.available_quantity,
    updated_at: line.updated_at,
  }
}

export function staffStockRow(line: StaffStockLine): StaffStockRow {
  return {
    client_id: line.client_id,
    client_name: line.client_name,
    ...stockRow(line),
    lots: line.lots,
  }
}

export function lot(line: LotLine): Lot {
  return {
    id: line.id,
    product_id: line.product_id,
    lot_number: line.lot_number,
    quantity: line.quantity,
    expiry_date: line.expiry_date,
    vintage_year: line.vintage_year,
    hold: holdOf(line),
    products: { name: line.name, sku: line.sku },
  }
}
