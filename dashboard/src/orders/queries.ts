import { one, overviewKey, portal, rows } from '../api.ts'
import './problems.ts'

export const orderList = (filters: Record<string, unknown>) => rows(['orders'], portal.orders.list, filters)

export const orderById = (id: string) => one(['orders', id], (options) => portal.orders.get(id, {}, options))

/** How many orders are in each state that is not final. */
export const openOrders = {
  ...one(overviewKey, (options) => portal.overview.get({}, options)),
}

export const remitosOfOrder = (id: string) =>
  one(['remitos', 'of order', id], (options) => portal.remitos.list({ source_order_id: id }, options))

/** The events that carry one object, newest first. */
export const eventsOf = (objectId: string) =>
  one(['events', 'of', objectId], (options) =>
    portal.events.list({ object_id: objectId, limit: 100 }, options),
  )

/** Recipients whose name has this text in it; with an empty text the first ones. */
export const recipientsNamed = (name: string) =>
  one(['destinatarios', 'named', name], (options) =>
    portal.destinatarios.list({ limit: 20, ...(name ? { name } : {}) }, options),
  )
