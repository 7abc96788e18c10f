// The one plan of picking for an order: approval carries it out, the preview of an order and the picks of a pending one
// show it.
import type { ItemPicks } from '@anden/contract'
import type { Queryable } from '../db/queryable.ts'
import { unreachable } from '../problem.ts'
import type { Locked } from './lock.ts'
import { lotsByIds } from './lot-queries.ts'
import { stockForPicking } from './lots.ts'
import { type PickedLot, type PickRequest, pick } from './pick.ts'

/** An order takes its own reservation: pass its id unless the reservation is released already. */
export async function planPicks(
  at: Queryable,
  products: Locked,
  requests: readonly PickRequest[],
  today: string,
  ownOrderId: string | null = null,
) {
  const { lots, reserved } = await stockForPicking(at, products, today, ownOrderId)
  return pick(requests, lots, { reserved, protectsAll: false })
}

/** Each request with its picked lots, described. */
export async function describePicks(
  at: Queryable,
  requests: readonly PickRequest[],
  picks: readonly PickedLot[],
): Promise<ItemPicks[]> {
  const lots = await at.rows(lotsByIds([...new Set(picks.map((one) => one.lot_id))]))
  const lotById = new Map(lots.map((lot) => [lot.id, lot]))
  const described = ({ lot_id, quantity }: PickedLot) => {
    const { lot_number, expiry_date, vintage_year } =
      lotById.get(lot_id) ?? unreachable('a picked lot is gone')
    return { lot_id, lot_number, expiry_date, vintage_year, quantity }
  }
  const byRequest = Map.groupBy(picks, (one) => one.request)
  return requests.map(({ product_id, quantity, vintage_year }, index) => ({
    product_id,
    quantity,
    vintage_year,
    picks: (byRequest.get(index) ?? []).map(described),
  }))
}
