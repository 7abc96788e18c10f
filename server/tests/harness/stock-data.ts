// Products, lots and reservations of pending orders of one client, inserted by SQL. Quantities go through the ledger, as
// they must; they can be given as text if a number is not precise enough.
import type { UnitType } from '@anden/contract'
import { uuidv7 } from 'uuidv7'
import type { Queryable } from '../../src/db/queryable.ts'
import { insertRows } from './insert-rows.ts'

type Product = { id: string; sku: string; name: string; unit_type: UnitType }

export async function addProducts(db: Queryable, clientId: string, given: readonly Partial<Product>[]) {
  const products = given.map((fields) => {
    const id = uuidv7()
    return { id, sku: `SKU-${id.slice(-8)}`, name: 'Malbec', unit_type: 'caja' as UnitType, ...fields }
  })
  await insertRows(
    db,
    'products',
    products.map((product) => ({ ...product, client_id: clientId })),
  )
  return products
}

export async function addProduct(db: Queryable, clientId: string, fields: Partial<Product> = {}) {
  const [product] = await addProducts(db, clientId, [fields])
  if (!product) throw new Error('one product was asked for')
  return product
}

type Lot = {
  id: string
  product_id: string
  lot_number: string
  quantity: number | string
  expiry_date: string | null
  vintage_year: number | null
}

export async function addLots(
  db: Queryable,
  clientId: string,
  given: readonly (Partial<Lot> & { product_id: string })[],
) {
  const lots = given.map((fields): Lot => {
    const id = uuidv7()
    return {
      id,
      lot_number: `L-${id.slice(-8)}`,
      quantity: 10,
      expiry_date: null,
      vintage_year: null,
      ...fields,
    }
  })
  await insertRows(
    db,
    'lots',
    lots.map(({ quantity: _, ...lot }) => ({ ...lot, client_id: clientId, source_type: 'remito_ingreso' })),
  )
  await addEntries(
    db,
    clientId,
    lots
      .filter(({ quantity }) => Number(quantity) !== 0)
      .map(({ id, product_id, quantity }) => ({ lot_id: id, product_id, delta: quantity })),
  )
  return lots
}

export async function addLot(
  db: Queryable,
  clientId: string,
  productId: string,
  fields: Partial<Omit<Lot, 'product_id'>> = {},
) {
  const [lot] = await addLots(db, clientId, [{ product_id: productId, ...fields }])
  if (!lot) throw new Error('one lot was asked for')
  return lot
}

type Entry = { product_id: string; lot_id: string; delta: number | string; created_at?: string }

/** Entries of the ledger; the database applies them to lot and product. */
export async function addEntries(db: Queryable, clientId: string, entries: readonly Entry[]) {
  const common = { client_id: clientId, cause: 'adjustment', document_id: uuidv7(), actor: 'test' }
  await insertRows(
    db,
    'stock_ledger',
    entries.map((entry) => ({ id: uuidv7(), ...entry, ...common })),
  )
}
