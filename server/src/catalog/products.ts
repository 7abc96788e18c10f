import type { Product } from '@anden/contract'
import { uuidv7 } from 'uuidv7'
import { recordAudit, recordAuditBatch } from '../audit/record.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Author } from '../deps.ts'
import { requireClient } from '../identity/clients.ts'
import { problem, throwProblem } from '../problem.ts'
import { type Locked, lockProducts } from '../stock/lock.ts'
import {
  insertProduct,
  lockProductRow,
  type NewProductRow,
  productByGtin,
  productBySku,
  unarchive,
  updateProduct,
} from './queries.ts'

type NewProduct = Omit<NewProductRow, 'id' | 'client_id'>

/** A trigger creates its stock row with quantity 0. */
export async function createProduct(tx: Transaction, by: Author, clientId: string, given: NewProduct) {
  await requireClient(tx, clientId)
  await refuseTakenGtin(tx, clientId, given.gtin)
  const product = await tx
    .maybeOne(insertProduct({ ...given, id: uuidv7(), client_id: clientId }))
    .catch(duplicateOf)
  if (!product) throw duplicateSku(await tx.maybeOne(productBySku(clientId, given.sku)))
  recordAudit(tx, by, { clientId, action: 'products.create', subjectId: product.id, after: product })
  return product
}

export async function changeProduct(
  tx: Transaction,
  by: Author,
  id: string,
  change: Partial<Omit<NewProduct, 'unit_type'>> & { archived?: boolean },
): Promise<Product> {
  if (change.archived !== undefined) await lockForArchiving(tx, id, change.archived)
  const before = (await tx.maybeOne(lockProductRow(id))) ?? throwProblem('products/not-found')
  if (Object.keys(change).length === 0) return before
  if (change.sku && change.sku !== before.sku) {
    const holder = await tx.maybeOne(productBySku(before.client_id, change.sku))
    if (holder) throw duplicateSku(holder)
  }
  if (change.gtin !== before.gtin) await refuseTakenGtin(tx, before.client_id, change.gtin, id)
  const after = await tx.one(updateProduct({ ...before, ...change })).catch(duplicateOf)
  recordAudit(tx, by, {
    clientId: before.client_id,
    action: 'products.update',
    subjectId: id,
    before,
    after,
  })
  return after
}

/** A concurrent write may take a SKU or GTIN after it was checked; the unique index then decides. */
function duplicateOf(error: { code?: string; constraint?: string }): never {
  if (error.code !== '23505') throw error
  throw error.constraint === 'products_gtin' ? problem('products/duplicate-gtin') : duplicateSku()
}

async function refuseTakenGtin(
  tx: Transaction,
  clientId: string,
  gtin: string | null | undefined,
  ownId?: string,
): Promise<void> {
  const holder = gtin ? await tx.maybeOne(productByGtin(clientId, gtin)) : undefined
  if (!holder || holder.id === ownId) return
  throw problem('products/duplicate-gtin', {
    detail: `The ${holder.archived ? 'archived ' : ''}product ${holder.sku} of this client has this GTIN.`,
  })
}

function duplicateSku(holder?: Product) {
  if (!holder?.archived) return problem('products/duplicate-sku')
  const detail = `The archived product ${holder.id} of this client has this SKU. An archived product keeps its SKU.`
  return problem('products/duplicate-sku', { detail })
}

// A product can be archived only while nothing is in stock or reserved, and it stays empty from then on. Its stock row
// is locked first, as in every movement: if an ingreso and an archiving run at once, the second sees what the first did.

async function lockForArchiving(tx: Transaction, id: string, archived: boolean): Promise<void> {
  const { quantity, reserved_quantity, unit_type } =
    (await lockProducts(tx, [id])).get(id) ?? throwProblem('products/not-found')
  if (!archived || (quantity === 0 && reserved_quantity === 0)) return
  throw problem('products/in-stock', {
    detail: `Only an empty product can be archived: ${quantity} (${unit_type}) in stock, ${reserved_quantity} reserved by pending orders.`,
  })
}

/** Goods that come back, for instance from a voided egreso, unarchive their products. */
export async function unarchiveProducts(tx: Transaction, by: Author, locked: Locked): Promise<void> {
  const ids = [...locked.values()].filter(({ archived }) => archived).map(({ product_id }) => product_id)
  if (ids.length === 0) return
  const products = await tx.rows(unarchive(ids))
  recordAuditBatch(
    tx,
    by,
    products.map((product) => ({
      clientId: product.client_id,
      action: 'products.update',
      subjectId: product.id,
      before: { archived: true },
      after: product,
    })),
  )
}
