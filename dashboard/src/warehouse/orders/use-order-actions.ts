import { useCallback, useEffect, useState } from 'react'
import { type Act, actOnOrders, type Outcome } from './act-on-orders.ts'
import { closeOutcomes, showOutcomes } from './outcome-notices.tsx'

/** Acting, and notices of what came of it. `clientId`: whose orders the board shows, if not everybody's. */
export function useOrderActions(clientId?: string) {
  const [running, setRunning] = useState(0)
  useWarningBeforeLeaving(running > 0)
  const act = useCallback(
    async (asked: Act): Promise<Outcome[]> => {
      closeOutcomes(asked.orders)
      setRunning((count) => count + asked.orders.length)
      const made = await actOnOrders(asked)
      setRunning((count) => count - asked.orders.length)
      showOutcomes(made, clientId)
      return made
    },
    [clientId],
  )
  return { act, running }
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
