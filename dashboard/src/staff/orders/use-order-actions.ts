import { useCallback, useEffect, useState } from 'react'
import { type Act, actOnOrders, type Outcome } from './act-on-orders.ts'
import { closeOutcomes, showOutcomes } from './outcome-notices.tsx'

/**
 * Acts on orders and shows the outcome as notices. `clientId` is the client whose orders the board shows; all clients
 * if undefined.
 */
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

/** The browser asks before closing a page that has unanswered requests. */
function useWarningBeforeLeaving(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isNeeded])
}
