// What the pages of the staff read. A change of any client makes them old.
import type { OpenOrders } from '@anden/sdk/backoffice'
import { one, rows } from '../api.ts'
import { backoffice } from './api.ts'

export type OpenStatus = keyof OpenOrders

export const today = one(['orders', 'today'], (options) => backoffice.today.get({}, options))

const queuedPerStatus = 100

export const queueOf = (status: OpenStatus, clientId: string | undefined) =>
  one(['orders', 'queue', status, clientId ?? null], (options) =>
    backoffice.queue.list(
      { status, limit: queuedPerStatus, ...(clientId ? { client_id: clientId } : {}) },
      options,
    ),
  )

export const orderById = (id: string) =>
  one(['orders', 'staff', id], (options) => backoffice.orders.get(id, {}, options))

export const picksOf = (id: string) =>
  one(['orders', 'picks', id], (options) => backoffice.orders.picks.get(id, {}, options))

export const orderList = (filters: Record<string, unknown>) =>
  rows(['orders', 'staff'], backoffice.orders.list, filters)

export const clientList = rows(['clients'], backoffice.clients.list, {})

export const clientById = (id: string) =>
  one(['clients', id], (options) => backoffice.clients.get(id, {}, options))
