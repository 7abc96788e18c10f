import { one, portal, rows } from '../../shared/api.ts'
import './problems.ts'

export const orderList = (filters: Record<string, unknown>) =>
  rows(['orders'], portal.orders.list, filters, { read: portal.orders.export, hasLines: true })

/** The number of open orders by status, among those that match the filters. */
export const openOrderCounts = (filters: Record<string, unknown>) =>
  one(['orders', 'counts', filters], (options) => portal.orders.counts.get(filters, options))

export const orderById = (id: string) => one(['orders', id], (options) => portal.orders.get(id, {}, options))

export const remitosOfOrder = (id: string) =>
  one(['remitos', 'of order', id], (options) => portal.remitos.list({ source_order_id: id }, options))

/** The events about one object, newest first. */
export const eventsOf = (objectId: string) =>
  one(['events', 'of', objectId], (options) =>
    portal.events.list({ object_id: objectId, limit: 100 }, options),
  )

/** Recipients whose name contains the text; for an empty text, the first ones. */
export const recipientsNamed = (name: string) =>
  one(['destinatarios', 'named', name], async (options) => {
    const { data } = await portal.destinatarios.list({ limit: 20, ...(name ? { name } : {}) }, options)
    return data
  })

export type FoundProduct = {
  id: string
  name: string
  sku: string
  unit_type: string
  available_quantity: number | null
}

/** Products by words of their name or the beginning of their SKU; for an empty text, the first ones in stock. */
export const productsLike = (text: string) =>
  one(['stock', 'like', text], async (options): Promise<FoundProduct[]> => {
    const { data } = await portal.stock.list({ limit: 20, ...(text ? { q: text } : {}) }, options)
    return data.map(({ products, available_quantity }) => ({
      ...products,
      available_quantity: available_quantity ?? null,
    }))
  })
