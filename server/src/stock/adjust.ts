// An adjustment records the physical stock. It may take goods that orders have reserved, but no lot goes below zero.
import type { NewAdjustment, StockMovement } from '@anden/contract'
import { fault } from '@anden/contract/values'
import { uuidv7 } from 'uuidv7'
import { recordAudit } from '../audit/record.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Author } from '../deps.ts'
import { problem, refuseMember } from '../problem.ts'
import { fromThousandths, thousandths } from './availability.ts'
import { lotsToWriteOff } from './availability-queries.ts'
import { ledgerOfDocument } from './ledger-queries.ts'
import {
  type Locked,
  type LockedProduct,
  lockProducts,
  requireActive,
  shownProduct,
  wholeUnitsFault,
} from './lock.ts'
import { lotIdsOf, lotsByIds } from './lot-queries.ts'
import { type Entry, findOrCreateLots, lotKey, moveStock } from './move.ts'

export async function adjustStock(
  tx: Transaction,
  by: Author,
  given: NewAdjustment,
  today: string,
): Promise<StockMovement> {
  checkFields(given)
  const locked = await lockProducts(tx, [given.product_id], by)
  const product = locked.get(given.product_id) ?? refuseMember('/product_id', fault('unknown_product'))
  requireActive(locked, [{ pointer: '/product_id', product_id: product.product_id }])
  const fraction = wholeUnitsFault(product.unit_type, given.delta)
  if (fraction) refuseMember('/delta', fraction)
  const { entries, createdLots } = await planEntries(tx, given, product, today)
  return writeMovement(tx, by, locked, product, given, entries, createdLots)
}

function checkFields(given: NewAdjustment) {
  const namesLot = given.lot_number || given.expiry_date || given.vintage_year
  if (given.lot_id && namesLot) {
    refuseMember('/lot_id', fault('lot_already_named'))
  }
}

type Plan = { entries: Entry[]; createdLots: string[] }

async function planEntries(
  tx: Transaction,
  given: NewAdjustment,
  product: LockedProduct,
  today: string,
): Promise<Plan> {
  const entry = (lotId: string, delta: number) => ({
    client_id: product.client_id,
    product_id: product.product_id,
    lot_id: lotId,
    delta,
  })
  if (given.lot_id) {
    const [lot] = await tx.rows(lotsByIds([given.lot_id]))
    if (lot?.product_id !== product.product_id) return refuseMember('/lot_id', fault('not_a_lot_of_product'))
    if (thousandths(lot.quantity) + thousandths(given.delta) < 0) throw shortage(given, product, lot.quantity)
    return { entries: [entry(lot.id, given.delta)], createdLots: [] }
  }
  const namesLot = given.lot_number || given.expiry_date || given.vintage_year
  if (given.delta < 0 && !namesLot) {
    return { entries: await writeOff(tx, given, product, today, entry), createdLots: [] }
  }
  const key = lotKey(product, given)
  if (given.delta < 0) {
    const [found] = await tx.rows(lotIdsOf([key]))
    const [lot] = found ? await tx.rows(lotsByIds([found.id])) : []
    if (!lot || thousandths(lot.quantity) + thousandths(given.delta) < 0)
      throw shortage(given, product, lot?.quantity ?? 0)
    return { entries: [entry(lot.id, given.delta)], createdLots: [] }
  }
  const { lotIds, createdLots } = await findOrCreateLots(tx, [key], 'adjustment')
  return { entries: lotIds.map((lotId) => entry(lotId, given.delta)), createdLots }
}

/** Without a lot, losses are taken from expired lots first, then from the lots that expire next. */
async function writeOff(
  tx: Transaction,
  given: NewAdjustment,
  product: LockedProduct,
  today: string,
  entry: (lotId: string, delta: number) => Entry,
): Promise<Entry[]> {
  const lots = await tx.rows(lotsToWriteOff(product.client_id, product.product_id, today))
  const entries: Entry[] = []
  let missing = -thousandths(given.delta)
  for (const lot of lots) {
    if (missing === 0) break
    const count = Math.min(missing, thousandths(lot.quantity))
    entries.push(entry(lot.id, -fromThousandths(count)))
    missing -= count
  }
  if (missing > 0) throw shortage(given, product, fromThousandths(-thousandths(given.delta) - missing))
  return entries
}

/** Everything in a lot can be written off, even what cannot be ordered; any shortage lies in other lots. */
function shortage({ delta }: NewAdjustment, product: LockedProduct, available: number) {
  const { product_id, quantity: in_stock } = product
  const elsewhere = fromThousandths(thousandths(in_stock) - thousandths(available))
  const reasons = elsewhere > 0 ? [{ code: 'other_lot' as const, quantity: elsewhere }] : []
  const products = shownProduct(product)
  return problem('stock/insufficient-stock', {
    shortages: [{ product_id, products, requested: -delta, available, in_stock, reasons }],
  })
}

async function writeMovement(
  tx: Transaction,
  by: Author,
  locked: Locked,
  product: LockedProduct,
  given: NewAdjustment,
  entries: readonly Entry[],
  createdLots: readonly string[],
): Promise<StockMovement> {
  const id = uuidv7()
  await moveStock(tx, locked, {
    cause: 'adjustment',
    documentId: id,
    actor: by.actor,
    reason: given.reason,
    entries,
    createdLots,
  })
  const movement = { id, entries: await tx.rows(ledgerOfDocument(id)) }
  recordAudit(tx, by, {
    clientId: product.client_id,
    action: 'stock.adjust',
    subjectId: id,
    before: { quantity: product.quantity },
    after: { ...movement, reason: given.reason },
  })
  return movement
}
