// Issues egresos: for an order, or entered by the staff.

import type { EventType, RemitoDetail, RemitoRecipient, Shortage } from '@anden/contract'
import { sandboxPointOfSale } from '@anden/contract/values'
import { uuidv7 } from 'uuidv7'
import { isLive } from '../db/environment.ts'
import type { Queryable } from '../db/queryable.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Author } from '../deps.ts'
import { publish } from '../events/publish.ts'
import { problem } from '../problem.ts'
import type { Locked } from '../stock/lock.ts'
import { moveStock } from '../stock/move.ts'
import type { PickedLot, PickRequest } from '../stock/pick.ts'
import { planPicks } from '../stock/plan-picks.ts'
import { nextSandboxNumber, takeEgresoNumber } from './books/queries.ts'
import { egresoLots, egresoLotsOfSeveral, insertRemito, insertRemitoItems, remitoDetail } from './queries.ts'

/** `pointOfSale`: while there has never been a book. `hashOfLink` left out: the worker fills the links in. */
export type RemitoSettings = {
  today: string
  pointOfSale: number
  hashOfLink?: (remitoId: string) => Buffer
}
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
  settings: RemitoSettings,
): Promise<string> {
  const id = uuidv7()
  const { number, cai, cai_expires_on } = await numberEgreso(tx, clientId, date, settings)
  tx.pipeline(
    insertRemito({
      id,
      client_id: clientId,
      type: 'egreso',
      date,
      remito_number: [number],
      source_order_id: orderId,
      inbound_id: null,
      return_id: null,
      cai,
      cai_expires_on,
      recipient,
      reason,
      issued_by: by.actor,
      link_hash: settings.hashOfLink?.(id) ?? null,
    }),
  )
  tx.pipeline(
    insertRemitoItems(
      clientId,
      id,
      picks.map((picked) => ({
        ...picked,
        id: uuidv7(),
        notes: lines[picked.request]?.notes ?? null,
        inbound_item_id: null,
      })),
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

// Egreso numbers: letter R, and gapless within each book, or within the configured point of sale while there has never been a
// book. The row of the book, or of the series, is locked last and until the commit, so that a rollback returns the number.
// A sandbox has a series of its own: letter X, which is no fiscal document, and a point of sale that no book has.

async function numberEgreso(
  tx: Transaction,
  clientId: string,
  date: string,
  { today, pointOfSale }: RemitoSettings,
) {
  if (!isLive(clientId)) {
    const { number } = await tx.one(nextSandboxNumber(clientId))
    return { number: numberText('X', sandboxPointOfSale, number), cai: null, cai_expires_on: null }
  }
  // Neither the day on which it is issued nor the one that it bears may be after the expiry of the CAI.
  const lastDay = date > today ? date : today
  const taken = await tx.maybeOne(takeEgresoNumber(pointOfSale, lastDay))
  if (!taken) throw problem('remitos/no-active-book')
  const { point_of_sale, number, cai, cai_expires_on } = taken
  return {
    number: numberText('R', point_of_sale, number),
    cai,
    cai_expires_on,
  }
}

const numberText = (letter: 'R' | 'X', pointOfSale: number, number: number) =>
  `${letter} ${String(pointOfSale).padStart(5, '0')}-${String(number).padStart(8, '0')}`

/** Publishes the remito in its current state and returns it. */
export async function publishRemito(
  tx: Transaction,
  clientId: string,
  id: string,
  type: Extract<EventType, `remito.${string}`>,
): Promise<RemitoDetail> {
  const object = await tx.one(remitoDetail(clientId, id))
  publish(tx, [{ clientId, type, object }])
  return object
}

/** The lots on the egreso of an order, in the order of its lines. Empty before approval and after cancellation. */
export const takenForOrder = (at: Queryable, orderId: string) => at.rows(egresoLots(orderId))

/** The same of several orders. */
export const takenForOrders = (at: Queryable, orderIds: string[]) => at.rows(egresoLotsOfSeveral(orderIds))
