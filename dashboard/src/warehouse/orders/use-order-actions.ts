import { useCallback, useEffect, useState } from 'react'
import { markOld } from '../../api.ts'
import { type Act, actOnOrders, type Outcome } from './act-on-orders.ts'

const maxShown = 20

/** Acting, and what came of it: what did not go as asked, and of several orders the result of each. */
export function useOrderActions() {
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([])
  const [running, setRunning] = useState(0)
  useWarningBeforeLeaving(running > 0)
  const act = useCallback(async (asked: Act): Promise<Outcome[]> => {
    setRunning((count) => count + asked.orders.length)
    const made = await actOnOrders(asked)
    setRunning((count) => count - asked.orders.length)
    setOutcomes((were) => latest(were, made, asked.orders.length > 1))
    return made
  }, [])
  return { act, running, outcomes, clear: useCallback(() => setOutcomes([]), []) }
}

/** The browser asks before it closes a page whose requests have not all been answered. */
function useWarningBeforeLeaving(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isNeeded])
}

/** A failure stays until it is closed or the order is acted on again; a success gives way to what is done next. */
function latest(were: readonly Outcome[], made: readonly Outcome[], areSeveral: boolean): readonly Outcome[] {
  const acted = new Set(made.map(({ id }) => id))
  const failures = were.filter(({ id, kind }) => kind !== 'done' && !acted.has(id))
  const added = areSeveral ? made : made.filter(({ kind }) => kind !== 'done')
  if (added.length === 0 && failures.length === were.length) return were
  return [...added, ...failures].slice(0, maxShown)
}

/** What an action changes. */
export function markOrdersOld(): void {
  for (const topic of ['orders', 'remitos', 'stock']) markOld(topic)
}
