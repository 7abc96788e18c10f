// Acting on orders, one or several: each gets its own request and its own result, so that one that fails leaves the
// others done. Someone else may have been faster: then the answer says what the order is now.
import { AndenError } from '@anden/sdk'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { markOld } from '../../api.ts'
import { backoffice } from '../api.ts'
import type { OrderAction } from './order-actions.ts'

export type Outcome =
  | { id: string; number: string; kind: 'done' }
  | { id: string; number: string; kind: 'moved-on'; status: string }
  | { id: string; number: string; kind: 'failed'; error: unknown }

type ActedOn = { id: string; order_number: string }
type Act = { orders: readonly ActedOn[]; action: OrderAction; reason?: string }

const atOnce = 4

export function useOrderActions() {
  const [outcomes, setOutcomes] = useState<Outcome[]>([])
  const mutation = useMutation({
    mutationFn: async ({ orders, action, reason }: Act) => {
      const waiting = [...orders]
      const done: Outcome[] = []
      const work = async () => {
        for (let order = waiting.shift(); order; order = waiting.shift())
          done.push(await actOn(order, action, reason))
      }
      await Promise.all(Array.from({ length: Math.min(atOnce, orders.length) }, work))
      return done
    },
    onSuccess: (done) => {
      setOutcomes(done.filter(({ kind }) => kind !== 'done'))
      for (const topic of ['orders', 'remitos', 'stock']) markOld(topic)
    },
  })
  return { act: mutation.mutate, isActing: mutation.isPending, outcomes, clear: () => setOutcomes([]) }
}

async function actOn(
  { id, order_number: number }: ActedOn,
  action: OrderAction,
  reason?: string,
): Promise<Outcome> {
  try {
    await backoffice.orders.update(id, { action, ...(reason ? { reason } : {}) })
    return { id, number, kind: 'done' }
  } catch (error) {
    if (error instanceof AndenError && error.code === 'orders/invalid-transition')
      return { id, number, kind: 'moved-on', status: error.problem.current_status }
    return { id, number, kind: 'failed', error }
  }
}
