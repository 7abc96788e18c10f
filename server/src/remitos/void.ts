// Voiding reverses a remito: the goods of an egreso return to their lots, and the goods of an ingreso leave them.
import type { StaffRemitoDetail } from '@anden/contract'
import { recordAudit } from '../audit/record.ts'
import { unarchiveProducts } from '../catalog/products.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Author } from '../deps.ts'
import { problem, throwProblem } from '../problem.ts'
import { lockProducts } from '../stock/lock.ts'
import { moveStock } from '../stock/move.ts'
import { publishRemito } from './issue.ts'
import {
  freeIngresoNumbers,
  lockEgresoOfOrder,
  lockRemito,
  type RemitoLine,
  type RemitoToVoid,
  remitoLines,
  setVoided,
} from './queries.ts'

/** What was received against a notice goes back from it: the rule of the room that knows notices. */
export type TakeBack = (tx: Transaction, by: Author, noticeId: string, remitoId: string) => Promise<void>

export async function voidRemito(
  tx: Transaction,
  by: Author,
  id: string,
  reason: string,
  takeBack: TakeBack,
): Promise<StaffRemitoDetail> {
  const remito = (await tx.maybeOne(lockRemito(id, by.actor))) ?? throwProblem('remitos/not-found')
  if (remito.source_order_id) {
    throw problem('remitos/belongs-to-order', {
      detail: `This egreso belongs to the order ${remito.source_order_id}: cancel the order instead.`,
    })
  }
  if (remito.return_id) throw problem('remitos/belongs-to-return')
  if (remito.status === 'voided') throw problem('remitos/already-voided')
  // It locks the notice, before the products are locked, as in receiving.
  if (remito.inbound_id) await takeBack(tx, by, remito.inbound_id, id)
  const detail = await reverse(tx, by, remito, reason)
  const { client_id, client_name, issued_by, issued_by_name, voided_by_name } = remito
  return { ...detail, client_id, client_name, issued_by, issued_by_name, voided_by: by.actor, voided_by_name }
}

/** The egreso of an order is voided together with the order. */
export async function voidOrderEgreso(
  tx: Transaction,
  by: Author,
  clientId: string,
  orderId: string,
  reason: string | null,
): Promise<void> {
  const remito = await tx.one(lockEgresoOfOrder(clientId, orderId, by.actor))
  await reverse(tx, by, remito, reason)
}

async function reverse(tx: Transaction, by: Author, remito: RemitoToVoid, reason: string | null) {
  const { id, client_id: clientId, type } = remito
  const lines = await tx.rows(remitoLines(id))
  const locked = await lockProducts(
    tx,
    lines.map((line) => line.product_id),
  )
  if (type === 'ingreso') {
    requireGoods(await tx.rows(remitoLines(id)))
    tx.pipeline(freeIngresoNumbers(id))
  } else {
    await unarchiveProducts(tx, by, locked)
  }
  tx.pipeline(setVoided(id, by.actor, reason))
  const detail = await publishRemito(tx, clientId, id, 'remito.voided')
  await moveStock(tx, locked, {
    cause: 'remito_void',
    documentId: id,
    actor: by.actor,
    reason,
    entries: lines.map((line) => ({
      client_id: clientId,
      product_id: line.product_id,
      lot_id: line.lot_id,
      delta: type === 'egreso' ? line.quantity : -line.quantity,
    })),
  })
  recordAudit(tx, by, {
    clientId,
    action: 'remitos.void',
    subjectId: id,
    before: { status: 'issued' },
    after: { status: 'voided', reason },
  })
  return detail
}

/** An ingreso can be voided while its lots still have at least what it added. */
function requireGoods(lines: readonly RemitoLine[]) {
  const gone = lines.find((line) => line.lot_quantity < line.quantity_in_lot)
  if (!gone) return
  const { lot_number, lot_quantity, quantity_in_lot } = gone
  throw problem('remitos/goods-gone', {
    detail: `This ingreso brought ${quantity_in_lot} into the lot ${lot_number}, which has only ${lot_quantity} left.`,
  })
}
