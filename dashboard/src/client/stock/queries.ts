import type { Lot, LotTrace, StockHistoryEntry } from '@anden/sdk'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { one, portal, type QueryKey, rows } from '../../shared/api.ts'

export const stockList = (filters: Record<string, unknown>) =>
  rows(['stock'], portal.stock.list, filters, { read: portal.stock.export })

export const lotList = (filters: Record<string, unknown>) =>
  rows(['stock', 'lots'], portal.stock.lots.list, filters, { read: portal.stock.lots.export })

export const stockOf = (productId: string) =>
  one(['stock', productId], (options) => portal.stock.get(productId, {}, options))

const largestPage = 100

/** The first products, ordered by SKU. */
export const firstProducts = one(['stock', 'first products'], (options) =>
  portal.stock.list({ limit: largestPage }, options),
)

export const lotsOf = (productId: string) =>
  one(['stock', productId, 'lots'], (options) =>
    portal.stock.lots.list({ product_id: productId, limit: largestPage }, options),
  )

const lotPages = 10

/** At most a thousand. */
export const allLotsOf = (productId: string) =>
  one(['stock', productId, 'all lots'], async (options) => {
    const lots: Lot[] = []
    let count = 0
    for await (const page of portal.stock.lots
      .list({ product_id: productId, limit: largestPage }, options)
      .pages()) {
      lots.push(...page.data)
      count += 1
      if (count === lotPages) break
    }
    return lots
  })

/** The next lot to expire from a given day on. */
export const nextLot = (day: string) =>
  one(['stock', 'lots', 'next', day], (options) =>
    portal.stock.lots.list({ expiring_after: day, limit: 1 }, options),
  )

const historyPages = 10

/** The movements since a moment, oldest first, with the quantity before them; at most a thousand. */
export const historyOf = (productId: string, from: string) =>
  one(['stock', productId, 'history', from], async (options) => {
    const pages = portal.stock.history.list(productId, { from }, options).pages()
    const entries: StockHistoryEntry[] = []
    let opening = 0
    let isComplete = true
    let count = 0
    for await (const page of pages) {
      if (count === 0) opening = page.opening
      entries.push(...page.entries)
      isComplete = !page.has_more
      count += 1
      if (count === historyPages) break
    }
    return { opening, entries, isComplete }
  })

/**
 * The trace of a lot, with paginated entries; the first page has the totals. Changes of stock and of orders both
 * invalidate it, because an order that moves changes where its goods are.
 */
export const traceOf = (lotId: string) =>
  infiniteQueryOptions({
    queryKey: ['traces', lotId] as QueryKey,
    queryFn: async ({ pageParam, signal }): Promise<LotTrace> =>
      await portal.stock.lots.trace.list(
        lotId,
        { limit: largestPage, ...(pageParam ? { cursor: pageParam } : {}) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (page) => (page.has_more ? page.next_cursor : null),
  })

export const searchProducts = (text: string) =>
  one(['stock', 'search', text], (options) => portal.search.get({ q: text }, options))
