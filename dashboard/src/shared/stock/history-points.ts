import type { StockHistoryEntry } from '@anden/sdk'
import { exact } from './exact.ts'

export type HistoryPoint = { at: string; quantity: number }
type Entry = { delta: number; created_at: string }
export type MovementOf<Moved> = Moved & { quantityAfter: number }
export type HistoryOf<Moved> = { opening: number; entries: readonly Moved[] }
export type Movement = MovementOf<StockHistoryEntry>
export type History = HistoryOf<StockHistoryEntry>

/** Each movement with the quantity after it. */
export function movementsOf<Moved extends Entry>({
  opening,
  entries,
}: HistoryOf<Moved>): MovementOf<Moved>[] {
  let quantity = opening
  return entries.map((entry) => {
    quantity = exact(quantity + entry.delta)
    return { ...entry, quantityAfter: quantity }
  })
}

const mostPoints = 400

/** The points of the stock line: the opening, each change, and the end. */
export function pointsOf(history: HistoryOf<Entry>, from: string, until: string): HistoryPoint[] {
  const movements = movementsOf(history)
  const last = movements.at(-1)?.quantityAfter ?? history.opening
  // If there are more movements than pixels, the last value of each day is enough.
  const grain = movements.length > mostPoints ? 10 : undefined
  const byMoment = new Map<string, HistoryPoint>()
  for (const { created_at, quantityAfter } of movements)
    byMoment.set(created_at.slice(0, grain), { at: created_at, quantity: quantityAfter })
  return [{ at: from, quantity: history.opening }, ...byMoment.values(), { at: until, quantity: last }]
}
