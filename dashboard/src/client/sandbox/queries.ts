import { openInboundStatuses, openOrderStatuses } from '@anden/contract/values'
import type { Simulation } from '@anden/sdk'
import { AndenError } from '@anden/sdk'
import { queryOptions } from '@tanstack/react-query'
import { one, portal, rows } from '../../shared/api.ts'
import { sandbox } from '../../shared/sandbox.ts'
import './problems.ts'

const shownOrders = 50

export const openOrders = one(['orders', 'open in the sandbox'], (options) =>
  portal.orders.list({ status: [...openOrderStatuses], limit: shownOrders }, options),
)

export const openNotices = one(['inbound', 'open in the sandbox'], (options) =>
  portal.inbound.list({ status: [...openInboundStatuses], limit: shownOrders }, options),
)

/** A step that is refused changes nothing that the live stream reports, so a simulation is asked for until it has ended. */
const askAgainMs = 2_000

/** null: nothing was simulated with the order yet. */
export const simulationOf = (orderId: string) =>
  queryOptions({
    ...one(['orders', orderId, 'simulation'], async (options): Promise<Simulation | null> => {
      try {
        return await sandbox.orders.simulation.get(orderId, {}, options)
      } catch (error) {
        if (error instanceof AndenError && error.code === 'sandbox/not-simulated') return null
        throw error
      }
    }),
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? askAgainMs : false),
  })

/** Programs use them up, which no topic reports: they are read again when the page is looked at again. */
export const pendingFaults = queryOptions({
  ...one(['requests', 'faults'], (options) => sandbox.faults.list({}, options)),
  refetchOnWindowFocus: 'always',
})

export const mailList = (filters: Record<string, unknown>) =>
  rows(['events', 'mails'], sandbox.mails.list, filters)
