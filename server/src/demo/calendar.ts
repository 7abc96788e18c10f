// The demo's calendar: working hours and seasonal demand. Moments are milliseconds since 1970.
// Hours are those of Argentina (UTC-3, without daylight saving time), where the demo's warehouse is.
import { dayAfter } from '../stock/warehouse-day.ts'

const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs
const utcOffsetMs = 3 * hourMs
const opensAtHour = 8
const closesAtHour = 19

/** Demand by day of the week, from Sunday, and by month, from January. */
const weekdayFactors = [0, 1.2, 1, 1, 1.1, 1.4, 0.3]
const monthFactors = [0.6, 0.65, 0.9, 1, 1.05, 1.1, 1.15, 1, 1, 1.15, 1.35, 1.7]

/** `hour`: local time of day, with fractions. */
export const momentOf = (day: string, hour: number) =>
  Date.parse(`${day}T00:00:00Z`) + utcOffsetMs + Math.round(hour * hourMs)

export const dayOf = (moment: number) => new Date(moment - utcOffsetMs).toISOString().slice(0, 10)

export const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay()

/** 1 on an average working day. */
export function demandOn(day: string): number {
  const month = new Date(`${day}T00:00:00Z`).getUTCMonth()
  return (weekdayFactors[weekdayOf(day)] ?? 0) * (monthFactors[month] ?? 1)
}

/** A random time within working hours. */
export const workingMoment = (day: string, random: Random) =>
  momentOf(day, opensAtHour) + random.int(0, (closesAtHour - opensAtHour) * 60) * minuteMs

/** A random time between `fromHours` and `toHours` later; the next working morning if the warehouse is closed then. */
export function workingMomentAfter(
  moment: number,
  fromHours: number,
  toHours: number,
  random: Random,
): number {
  const later = moment + random.int(fromHours * 60, toHours * 60) * minuteMs
  const day = dayOf(later)
  const isOpen =
    weekdayOf(day) !== 0 && later >= momentOf(day, opensAtHour) && later < momentOf(day, closesAtHour)
  if (isOpen) return later
  const nextDay = later < momentOf(day, opensAtHour) ? day : dayAfter(day, 1)
  const workingDay = weekdayOf(nextDay) === 0 ? dayAfter(nextDay, 1) : nextDay
  return momentOf(workingDay, opensAtHour) + random.int(0, 120) * minuteMs
}

// Pseudo-random numbers from a fixed seed, so that the demo looks the same wherever it is loaded.

export type Random = {
  /** 0 ≤ value < 1. */
  next(): number
  /** An integer, both bounds included. */
  int(from: number, to: number): number
  pick<Item>(items: readonly [Item, ...Item[]]): Item
  chance(probability: number): boolean
}

/** mulberry32: 32 bits of state are enough for some thousands of draws. */
export function createRandom(seed: number): Random {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const int = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  return {
    next,
    int,
    pick: (items) => items[int(0, items.length - 1)] ?? items[0],
    chance: (probability) => next() < probability,
  }
}
