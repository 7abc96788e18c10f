import { useIsMutating } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useAction } from '../../ui/use-action.ts'
import { type Act, type ActedOn, actOnOrders, type Outcome } from './act-on-orders.ts'
import { closeOutcomes, showOutcomes } from './outcome-notices.tsx'

type OrderActions<Order extends ActedOn> = {
  /** The client whose orders the board shows; all clients if undefined. */
  clientId?: string | undefined
  /** Brings what is shown up to date. Until then, the action counts as pending. */
  keep: (outcomes: readonly Outcome[], asked: Act<Order>) => Promise<void> | void
}

/** All mutations of orders, or those that were made on the board of one client. */
export const mutationsOfOrders = (...board: [clientId?: string | undefined]) => [
  'orders',
  'act',
  ...board.map((clientId) => clientId ?? null),
]

/** Acts on orders and shows the outcome as notices. */
export function useOrderActions<Order extends ActedOn>({ clientId, keep }: OrderActions<Order>) {
  const { mutate: act, isPending } = useAction({
    mutationKey: mutationsOfOrders(clientId),
    mutationFn: (asked: Act<Order>) => actOnOrders(asked),
    onMutate: ({ orders }) => closeOutcomes(orders),
    onSuccess: (outcomes, asked) => {
      showOutcomes(outcomes, clientId)
      return keep(outcomes, asked)
    },
    // Without a connection the request fails and says so, instead of being sent at some later time.
    networkMode: 'always',
    // Every mutation holds its orders, and hundreds are made in an hour.
    gcTime: 1_000,
  })
  useWarningBeforeLeaving(useIsMutating({ mutationKey: mutationsOfOrders() }) > 0)
  return { act, isPending }
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
