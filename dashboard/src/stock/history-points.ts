import type { StockHistoryEntry } from '@anden/sdk'

export type HistoryPoint = { at: string; quantity: number }
export type Movement = StockHistoryEntry & { quantityAfter: number }
export type History = { opening: number; entries: readonly StockHistoryEntry[] }

/** Three decimals are all that a quantity has; sums of fractions have more. */
const exact = (quantity: number) => Math.round(quantity * 1_000) / 1_000

/** Each movement with what there was after it. */
export function movementsOf({ opening, entries }: History): Movement[] {
  let quantity = opening
  return entries.map((entry) => {
    quantity = exact(quantity + entry.delta)
    return { ...entry, quantityAfter: quantity }
  })
}

const mostPoints = 400

/** The line of the stock: the opening, each moment at which it changed, and now. */
export function pointsOf(history: History, from: string, now: string): HistoryPoint[] {
  const movements = movementsOf(history)
  const last = movements.at(-1)?.quantityAfter ?? history.opening
  // Where there are more moments than pixels, the end of each day is enough.
  const grain = movements.length > mostPoints ? 10 : undefined
  const byMoment = new Map<string, HistoryPoint>()
  for (const { created_at, quantityAfter } of movements)
    byMoment.set(created_at.slice(0, grain), { at: created_at, quantity: quantityAfter })
  return [{ at: from, quantity: history.opening }, ...byMoment.values(), { at: now, quantity: last }]
}
