// The staff's queries about stock. Their keys begin with the topic, so that a movement of any client invalidates them.
import type { LedgerEntry, StaffLotTrace } from '@anden/sdk/backoffice'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { one, type QueryKey, rows } from '../../shared/api.ts'
import { backoffice } from '../../shared/backoffice.ts'
import './problems.ts'

const largestPage = 100

export const staffStockList = (filters: Record<string, unknown>) =>
  rows(['stock', 'staff'], backoffice.stock.list, filters, { read: backoffice.stock.export })

/** The lots of one client. */
export const staffLotList = (filters: Record<string, unknown>) =>
  rows(['stock', 'staff', 'lots'], backoffice.lots.list, filters as { client_id: string }, {
    read: backoffice.lots.export,
  })

/** Units by product id, for the first hundred products. */
export const unitsOfClient = (clientId: string) =>
  one(['stock', 'staff', 'units', clientId], async (options) => {
    const { data } = await backoffice.stock.list({ client_id: clientId, limit: largestPage }, options)
    return new Map<string, string>(data.map(({ product_id, products }) => [product_id, products.unit_type]))
  })

export const staffStockOf = (productId: string) =>
  one(['stock', 'staff', productId], (options) => backoffice.stock.get(productId, {}, options))

export const productById = (id: string) =>
  one(['stock', 'product', id], (options) => backoffice.products.get(id, {}, options))

/** The first hundred lots, in the order of their expiry. */
export const staffLotsOf = (clientId: string, productId: string) =>
  one(['stock', 'staff', productId, 'lots'], (options) =>
    backoffice.lots.list({ client_id: clientId, product_id: productId, limit: largestPage }, options),
  )

/**
 * Orders with goods of the lot that have not left, oldest first; the first hundred. A change of an order invalidates
 * it.
 */
export const ordersNotLeftOf = (lotId: string) =>
  one(['orders', 'not left', lotId], (options) =>
    backoffice.lots.orders.list(lotId, { limit: largestPage }, options),
  )

const ledgerPages = 10

export type LedgerRange = { from: string; to?: string | undefined }

/** The entries of a range, oldest first, with the quantity before and after them; at most a thousand. */
export const ledgerOf = (productId: string, range: LedgerRange) =>
  one(['stock', 'staff', productId, 'ledger', range], async (options) => {
    const pages = backoffice.ledger.list({ product_id: productId, ...range }, options).pages()
    const entries: LedgerEntry[] = []
    let balances = { opening: 0, closing: 0 }
    let isComplete = true
    let count = 0
    for await (const { opening, closing, entries: more, has_more } of pages) {
      if (count === 0) balances = { opening, closing }
      entries.push(...more)
      isComplete = !has_more
      count += 1
      if (count === ledgerPages) break
    }
    return { ...balances, entries, isComplete }
  })

/** The trace of a lot, with paginated entries; the first page has the totals. */
export const staffTraceOf = (lotId: string) =>
  infiniteQueryOptions({
    queryKey: ['traces', 'staff', lotId] as QueryKey,
    queryFn: async ({ pageParam, signal }): Promise<StaffLotTrace> =>
      await backoffice.lots.trace.list(
        lotId,
        { limit: largestPage, ...(pageParam ? { cursor: pageParam } : {}) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (page) => (page.has_more ? page.next_cursor : null),
  })
