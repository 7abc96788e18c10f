// Issues egresos: for an order, or entered by the staff.
import type { RemitoDetail, RemitoRecipient, Shortage } from '@anden/contract'
import { uuidv7 } from 'uuidv7'
import type { Queryable } from '../db/queryable.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Author } from '../deps.ts'
import { publish } from '../events/publish.ts'
import type { Locked } from '../stock/lock.ts'
import { moveStock } from '../stock/move.ts'
import type { PickedLot, PickRequest } from '../stock/pick.ts'
import { planPicks } from '../stock/plan-picks.ts'
import { type Cai, covers } from './cai.ts'
import { egresoLots, insertRemito, insertRemitoItems, nextEgresoNumber, remitoDetail } from './queries.ts'

export type RemitoSettings = { today: string; pointOfSale: number; cai: Cai | null }
type Line = PickRequest & { notes: string | null }
type Egreso = {
  clientId: string
  orderId: string | null
  date: string
  /** Only without an order. */
  recipient: RemitoRecipient | null
  reason: string | null
}

/** Returns the shortages. If there are any, nothing was written. */
export async function issueOrderEgreso(
  tx: Transaction,
  by: Author,
  order: { id: string; client_id: string },
  lines: readonly Line[],
  locked: Locked,
  settings: RemitoSettings,
): Promise<Shortage[]> {
  const { picks, shortages } = await planPicks(tx, locked, lines, settings.today)
  if (shortages.length > 0) return shortages
  const egreso = {
    clientId: order.client_id,
    orderId: order.id,
    date: settings.today,
    recipient: null,
    reason: null,
  }
  await writeEgreso(tx, by, egreso, lines, picks, locked, settings)
  return []
}

export async function writeEgreso(
  tx: Transaction,
  by: Author,
  { clientId, orderId, date, recipient, reason }: Egreso,
  lines: readonly Line[],
  picks: readonly PickedLot[],
  locked: Locked,
  { today, pointOfSale, cai }: RemitoSettings,
): Promise<string> {
  const id = uuidv7()
  const { sequence, number } = await takeEgresoNumber(tx, pointOfSale)
  const authorisation = cai && covers(cai, sequence, today) ? cai : null
  tx.pipeline(
    insertRemito({
      id,
      client_id: clientId,
      type: 'egreso',
      date,
      remito_number: [number],
      source_order_id: orderId,
      cai: authorisation?.number ?? null,
      cai_expires_on: authorisation?.expiresOn ?? null,
      recipient,
      reason,
      issued_by: by.actor,
    }),
  )
  tx.pipeline(
    insertRemitoItems(
      clientId,
      id,
      picks.map((picked) => ({ ...picked, id: uuidv7(), notes: lines[picked.request]?.notes ?? null })),
    ),
  )
  await publishRemito(tx, clientId, id, 'remito.created')
  await moveStock(tx, locked, {
    cause: 'remito_egreso',
    documentId: id,
    actor: by.actor,
    entries: picks.map((picked) => ({
      client_id: clientId,
      product_id: picked.product_id,
      lot_id: picked.lot_id,
      delta: -picked.quantity,
    })),
  })
  return id
}

// Egreso numbers: letter R, the configured point of sale, and one gapless series for the warehouse. The counter's row
// is locked last and until the commit, so that a rollback returns the number.

type EgresoNumber = { sequence: number; number: string }

async function takeEgresoNumber(tx: Transaction, pointOfSale: number): Promise<EgresoNumber> {
  const { last_number } = await tx.one(nextEgresoNumber(pointOfSale))
  const number = `R ${String(pointOfSale).padStart(5, '0')}-${String(last_number).padStart(8, '0')}`
  return { sequence: last_number, number }
}

/** Publishes the remito in its current state and returns it. */
export async function publishRemito(
  tx: Transaction,
  clientId: string,
  id: string,
  type: 'remito.created' | 'remito.voided',
): Promise<RemitoDetail> {
  const object = await tx.one(remitoDetail(clientId, id))
  publish(tx, [{ clientId, type, object }])
  return object
}

/** The lots on the egreso of an order, in the order of its lines. Empty before approval and after cancellation. */
export const takenForOrder = (at: Queryable, orderId: string) => at.rows(egresoLots(orderId))
