// Transfers goods from one client's product to another's, into lots with the same number, expiry date and vintage.
// Only available stock can be transferred.
import type { NewTransfer, StockMovement } from '@anden/contract'
import { fault } from '@anden/contract/values'
import { uuidv7 } from 'uuidv7'
import { recordAudit } from '../audit/record.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Author } from '../deps.ts'
import { problem, refuseMember, unreachable } from '../problem.ts'
import { ledgerOfDocument } from './ledger-queries.ts'
import { type Locked, lockProducts, requireActive, wholeUnitsFault } from './lock.ts'
import { lotsByIds } from './lot-queries.ts'
import { requireLots } from './lots.ts'
import { findOrCreateLots, moveStock } from './move.ts'
import { planGoodsOut } from './plan-picks.ts'

export async function transferStock(
  tx: Transaction,
  by: Author,
  given: NewTransfer,
  today: string,
): Promise<StockMovement> {
  const locked = await lockProducts(tx, [given.from_product_id, given.to_product_id], by)
  const { from, to } = checkProducts(given, locked)
  requireActive(locked, [
    { pointer: '/from_product_id', product_id: from.product_id },
    { pointer: '/to_product_id', product_id: to.product_id },
  ])
  await requireLots(tx, [{ product_id: from.product_id, lot_id: given.lot_id, pointer: '/lot_id' }])
  const request = {
    product_id: from.product_id,
    quantity: given.quantity,
    vintage_year: null,
    lot_id: given.lot_id,
  }
  const { picks, shortages } = await planGoodsOut(tx, locked, [request], today)
  if (shortages.length > 0) throw problem('stock/insufficient-stock', { shortages })

  const sources = new Map(
    (await tx.rows(lotsByIds(picks.map((picked) => picked.lot_id)))).map((lot) => [lot.id, lot]),
  )
  const keys = picks.map((picked) => {
    const lot = sources.get(picked.lot_id) ?? unreachable('a picked lot that does not exist')
    return { ...lot, client_id: to.client_id, product_id: to.product_id }
  })
  const { lotIds, createdLots } = await findOrCreateLots(tx, keys, 'transfer')
  const id = uuidv7()
  await moveStock(tx, locked, {
    cause: 'transfer',
    documentId: id,
    actor: by.actor,
    reason: given.reason,
    createdLots,
    entries: picks.flatMap((picked, index) => [
      {
        client_id: from.client_id,
        product_id: from.product_id,
        lot_id: picked.lot_id,
        delta: -picked.quantity,
      },
      {
        client_id: to.client_id,
        product_id: to.product_id,
        lot_id: lotIds[index] ?? unreachable('a lot that was neither found nor created'),
        delta: picked.quantity,
      },
    ]),
  })
  const movement = { id, entries: await tx.rows(ledgerOfDocument(id)) }
  await auditBothOwners(tx, by, locked, movement, given)
  return movement
}

function checkProducts(given: NewTransfer, locked: Locked) {
  const product = (member: 'from_product_id' | 'to_product_id') =>
    locked.get(given[member]) ?? refuseMember(`/${member}`, fault('unknown_product'))
  const [from, to] = [product('from_product_id'), product('to_product_id')]
  if (from.client_id === to.client_id) {
    refuseMember('/to_product_id', fault('same_client'))
  }
  if (from.unit_type !== to.unit_type) {
    refuseMember('/to_product_id', fault('units_differ', { unit: to.unit_type, other_unit: from.unit_type }))
  }
  const fraction = wholeUnitsFault(from.unit_type, given.quantity)
  if (fraction) refuseMember('/quantity', fraction)
  return { from, to }
}

/** One audit entry per owner, so that each client's log shows the transfer. */
async function auditBothOwners(
  tx: Transaction,
  by: Author,
  locked: Locked,
  movement: StockMovement,
  given: NewTransfer,
) {
  const owners = new Set([...locked.values()].map((product) => product.client_id))
  for (const clientId of owners) {
    recordAudit(tx, by, {
      clientId,
      action: 'stock.transfer',
      subjectId: movement.id,
      after: { ...given, entries: movement.entries },
    })
  }
}
