// The queries of the staff's pages. A change of any client invalidates them.

import type { Lot, OpenOrders } from '@anden/sdk/backoffice'
import { markOld, one, queryClient, rows } from '../shared/api.ts'
import { backoffice } from '../shared/backoffice.ts'
import './problems.ts'

export type OpenStatus = keyof OpenOrders

export const todayFigures = one(['orders', 'today'], (options) => backoffice.today.get({}, options))

const queuedPerStatus = 100
const queues = ['orders', 'queue'] as const

/**
 * How long the queues are not read after a move on the board, which shows it without reading. Otherwise every key press
 * would cost five reads, and a user may send 600 requests a minute.
 */
const pauseMs = 1_200
let pause: Promise<void> | null = null

export const queueOf = (status: OpenStatus, clientId: string | undefined) =>
  one([...queues, status, clientId ?? null], async (options) => {
    await pause
    const ofClient = clientId ? { client_id: clientId } : {}
    return await backoffice.queue.list({ status, limit: queuedPerStatus, ...ofClient }, options)
  })

/** What changes in the meantime is read once, at the end of the pause. */
export function pauseReadingQueues(): void {
  pause ??= new Promise<void>((resolve) => setTimeout(resolve, pauseMs)).then(() => {
    pause = null
    markOrdersOld()
  })
}

export const stopReadingQueues = () => queryClient.cancelQueries({ queryKey: queues })

/** Marks everything that an action on an order changes. */
export function markOrdersOld(): void {
  for (const topic of ['orders', 'remitos', 'stock']) markOld(topic)
}

export const staffOrderById = (id: string) =>
  one(['orders', 'staff', id], (options) => backoffice.orders.get(id, {}, options))

export const picksOf = (id: string) =>
  one(['orders', 'picks', id], (options) => backoffice.orders.picks.get(id, {}, options))

/** What to take from the shelves for these orders, by location. It changes with the orders and with the products. */
export const pickListOf = (orderIds: readonly string[]) =>
  one(['picking', ...orderIds], (options) => backoffice.pickList.get({ order_id: [...orderIds] }, options))

export const staffOrderList = (filters: Record<string, unknown>) =>
  rows(['orders', 'staff'], backoffice.orders.list, filters, {
    read: backoffice.orders.export,
    hasLines: true,
  })

export const clientList = (filters: Record<string, unknown>) =>
  rows(['clients'], backoffice.clients.list, filters, { read: backoffice.clients.export })

export const clientById = (id: string) =>
  one(['clients', id], (options) => backoffice.clients.get(id, {}, options))

/** For people, too, who may only receive goods. */
export const clientNameById = (id: string) =>
  one(['clients', id, 'name'], (options) => backoffice.clients.name.get(id, {}, options))

export const balanceOf = (clientId: string) =>
  one(['account', 'staff', clientId], (options) => backoffice.clients.balance.get(clientId, {}, options))

export const balanceList = rows(
  ['account', 'staff', 'all'],
  backoffice.balances.list,
  {},
  { read: backoffice.balances.export },
)

export const totalBalance = one(['account', 'staff', 'total'], (options) =>
  backoffice.balances.total.get({}, options),
)

export const keysOf = (clientId: string) =>
  one(['keys', clientId], (options) => backoffice.clients.keys.list(clientId, { limit: 100 }, options))

export const webhooksOf = (clientId: string) =>
  one(['webhooks', 'staff', clientId], (options) => backoffice.clients.webhooks.list(clientId, {}, options))

export const usersOf = (clientId: string) =>
  one(['users', clientId], (options) => backoffice.clients.users.list(clientId, { limit: 100 }, options))

/** The number of users and keys that act for a client. */
export const clientCounts = (clientId: string) =>
  one(['clients', clientId, 'overview'], (options) => backoffice.clients.overview.get(clientId, {}, options))

const productsAtFirst = 8

/** The first products of a client, with their stock. */
export const firstStockOf = (clientId: string) =>
  one(['stock', 'staff', 'first', clientId], (options) =>
    backoffice.stock.list({ client_id: clientId, limit: productsAtFirst }, options),
  )

export const staffRemitoList = (filters: Record<string, unknown>) =>
  rows(['remitos', 'staff'], backoffice.remitos.list, filters, {
    read: backoffice.remitos.export,
    hasLines: true,
  })

export const staffRemitoById = (id: string) =>
  one(['remitos', 'staff', id], (options) => backoffice.remitos.get(id, {}, options))

/** The links to its pictures are valid for an hour. */
const readAgainMs = 50 * 60_000

export const staffAcceptanceOf = (id: string) => ({
  ...one(['remitos', 'staff', id, 'acceptance'], (options) =>
    backoffice.remitos.acceptance.get(id, {}, options),
  ),
  refetchInterval: readAgainMs,
})

export const importList = (filters: Record<string, unknown>) =>
  rows(['stock', 'imports'], backoffice.stock.imports.list, filters, {
    read: backoffice.stock.imports.export,
  })

export const importById = (id: string) =>
  one(['stock', 'imports', id], (options) => backoffice.stock.imports.get(id, {}, options))

export const importedLots = (id: string) =>
  rows(
    ['stock', 'imports', id],
    (query, options) => backoffice.stock.imports.lots.list(id, query, options),
    {},
    { read: (query, options) => backoffice.stock.imports.lots.export(id, query, options) },
  )

/** Every lot of a client that has goods, by product, then as the service orders them: by expiry. */
export const lotsToCount = (clientId: string) =>
  one(['stock', 'staff', 'sheet', clientId], async (options) => {
    const lots: Lot[] = []
    for await (const lot of backoffice.lots.list({ client_id: clientId }, options)) lots.push(lot)
    return lots.sort((a, b) => a.products.sku.localeCompare(b.products.sku))
  })

export const auditList = (filters: Record<string, unknown>) =>
  rows(['audit'], backoffice.audit.list, filters, { read: backoffice.audit.export })

export const transactionsOf = (clientId: string, filters: Record<string, unknown>) =>
  rows(
    ['account', 'staff', clientId],
    (query, options) => backoffice.clients.transactions.list(clientId, query, options),
    filters,
    { read: (query, options) => backoffice.clients.transactions.export(clientId, query, options) },
  )
