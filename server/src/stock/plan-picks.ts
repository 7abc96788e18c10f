// Plans which lots goods are taken from. An order's plan is carried out by its approval, and shown by the preview of an
// order and the picks of a pending one. The plan of an egreso or a transfer is carried out or previewed.
import type { ItemPicks } from '@anden/contract'
import type { Queryable } from '../db/queryable.ts'
import { unreachable } from '../problem.ts'
import { holdOf } from './hold.ts'
import { type Locked, readProducts } from './lock.ts'
import { lotsByIds } from './lot-queries.ts'
import { stockForPicking } from './lots.ts'
import { type PickedLot, type PickRequest, pick } from './pick.ts'
import { withReasons } from './shortage-reasons.ts'

/** An order takes its own reservation: pass its id unless the reservation is released already. */
export async function planPicks(
  at: Queryable,
  products: Locked,
  requests: readonly PickRequest[],
  today: string,
  ownOrderId: string | null = null,
) {
  const { lots, reserved } = await stockForPicking(at, products, today, ownOrderId)
  const { picks, shortages } = pick(requests, lots, { reserved, protectsAll: false })
  return { picks, shortages: await withReasons(at, shortages, products, today) }
}

type OrderToPick = { id: string; lines: readonly PickRequest[] }

/**
 * What is missing to pick each of these pending orders on its own, by order id. Takes four statements for all of them, and
 * one more if anything is short.
 */
export async function shortagesByOrder(at: Queryable, orders: readonly OrderToPick[], today: string) {
  const products = await readProducts(
    at,
    orders.flatMap(({ lines }) => lines.map(({ product_id }) => product_id)),
  )
  const { lots, reserved } = await stockForPicking(at, products, today)
  const lotsOf = Map.groupBy(lots, ({ product_id }) => product_id)
  const reservedOf = Map.groupBy(reserved, ({ product_id }) => product_id)
  const shortfalls = orders.flatMap(({ id, lines }) => {
    const productIds = [...new Set(lines.map(({ product_id }) => product_id))]
    const own = lines.map((line) => ({ ...line, quantity: -line.quantity }))
    const { shortages } = pick(
      lines,
      productIds.flatMap((productId) => lotsOf.get(productId) ?? []),
      {
        reserved: [...productIds.flatMap((productId) => reservedOf.get(productId) ?? []), ...own],
        protectsAll: false,
      },
    )
    return shortages.map((shortage) => ({ id, shortage }))
  })
  const shortages = await withReasons(
    at,
    shortfalls.map(({ shortage }) => shortage),
    products,
    today,
  )
  return Map.groupBy(shortages, (_, index) => shortfalls[index]?.id)
}

/** What an egreso or a transfer takes: only available stock, and nothing that pending orders have reserved. */
export async function planGoodsOut(
  at: Queryable,
  products: Locked,
  requests: readonly PickRequest[],
  today: string,
) {
  const { lots, reserved } = await stockForPicking(at, products, today)
  const { picks, shortages } = pick(requests, lots, { reserved, protectsAll: true })
  return { picks, shortages: await withReasons(at, shortages, products, today) }
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
    const lot = lotById.get(lot_id) ?? unreachable('a picked lot is gone')
    const { lot_number, expiry_date, vintage_year } = lot
    return { lot_id, lot_number, expiry_date, vintage_year, quantity, hold: holdOf(lot) }
  }
  const byRequest = Map.groupBy(picks, (one) => one.request)
  return requests.map(({ product_id, quantity, vintage_year }, index) => ({
    product_id,
    quantity,
    vintage_year,
    picks: (byRequest.get(index) ?? []).map(described),
  }))
}
