// Saves 7 to 10 % of the CPU time of an order on two cores: many transactions at once make each other slower, so ten instead of twenty
// may use a connection. What takes long mostly waits, for a lock or for us, and must not hold up the rest: it no longer counts,
// and the other connections of the pool are for that.
import { countInFlight, type InFlightPolicy } from './in-flight.ts'

export type TurnQueue = {
  /** In the order in which they are asked for. The turn lasts until the returned function is called. */
  take(): Promise<() => void>
}

export function openTurns(policy: InFlightPolicy): TurnQueue {
  const waiting: ((endTurn: () => void) => void)[] = []
  // The pool announces a release before the connection can be used again.
  const inFlight = countInFlight(policy, () => process.nextTick(next))
  function next() {
    while (waiting.length > 0 && !inFlight.isFull()) waiting.shift()?.(inFlight.start())
  }
  return {
    take() {
      if (waiting.length === 0 && !inFlight.isFull()) return Promise.resolve(inFlight.start())
      return new Promise((resolve) => waiting.push(resolve))
    },
  }
}
