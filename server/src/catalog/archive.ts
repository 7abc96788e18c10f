// A product can be archived only while nothing is in stock or reserved, and it stays empty from then on. Its stock row
// is locked first, as in every movement: if an ingreso and an archiving run at once, the second sees what the first did.
import { recordAuditBatch } from '../audit/record.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Author } from '../deps.ts'
import { problem, throwProblem } from '../problem.ts'
import { type Locked, lockProducts } from '../stock/lock.ts'
import { unarchive } from './queries.ts'

export async function lockForArchiving(tx: Transaction, id: string, archived: boolean): Promise<void> {
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
