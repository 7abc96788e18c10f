import { useIsMutating } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useAction } from '../../ui/use-action.ts'
import { type Act, type ActedOn, actOnOrders, type Outcome } from './act-on-orders.ts'
import { closeOutcomes, showOutcomes } from './outcome-notices.tsx'

/** Of all mutations of orders, wherever they are made. */
const mutationKey = ['orders', 'act']

/** Of the moves on the board that shows this client's orders; those of all clients if undefined. */
export const movesOnBoard = (clientId: string | undefined) => [...mutationKey, 'board', clientId ?? null]

type OrderActions<Order extends ActedOn> = {
  /** Given by the board, with the client whose orders it shows. */
  board?: { clientId: string | undefined }
  /** Brings what is shown up to date. Until then, the action counts as pending. */
  keep: (outcomes: readonly Outcome[], asked: Act<Order>) => Promise<void> | void
}

/** Acts on orders and shows the outcome as notices. */
export function useOrderActions<Order extends ActedOn>({ board, keep }: OrderActions<Order>) {
  const { mutate: act, isPending } = useAction({
    mutationKey: board ? movesOnBoard(board.clientId) : mutationKey,
    mutationFn: (asked: Act<Order>) => actOnOrders(asked),
    onMutate: ({ orders }) => closeOutcomes(orders),
    onSuccess: (outcomes, asked) => {
      showOutcomes(outcomes, board?.clientId)
      return keep(outcomes, asked)
    },
    // Every mutation holds its orders, and hundreds are made in an hour.
    gcTime: 1_000,
  })
  useWarningBeforeLeaving(useIsMutating({ mutationKey }) > 0)
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
