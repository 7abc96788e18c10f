// The client of the portal's API: a warehouse's client reads its stock, orders, remitos and account, and places orders.
// For Node, Deno, Bun, browsers and edge runtimes: it needs nothing but fetch and Web Crypto.

import type { Call } from './call.ts'
import { type EventFeed, type FollowOptions, followEvents } from './event-feed.ts'
import { type PortalEvents, type PortalOrders, PortalResources, portalRoutes } from './generated/portal.ts'
import type { OrdersImport, TopicChange } from './generated/schemas.ts'
import { type ImportOrdersOptions, type ImportOrdersQuery, importOrders } from './import-orders.ts'
import { type LiveOptions, type LiveStream, openLive } from './live-stream.ts'
import type { ClientOptions, RequestOptions } from './options.ts'
import { type ApiAccess, apiOf, requestAny } from './request.ts'
import { addMethods } from './resources.ts'

export class Anden extends PortalResources {
  declare readonly events: PortalEvents & {
    /** Every event, oldest first, without gaps: from a stored cursor on, or from the oldest (30 days). */
    follow(cursor?: string, options?: FollowOptions): EventFeed
  }
  declare readonly orders: PortalOrders & {
    /**
     * Places the orders of a CSV or Excel file. It is safe to repeat: an order that a sheet has placed in the last 30 days is not
     * placed again. `onProgress` sees the orders before they are placed.
     */
    import(
      sheet: string | Blob,
      query?: ImportOrdersQuery,
      options?: ImportOrdersOptions,
    ): Promise<OrdersImport>
  }
  readonly #api: ApiAccess

  constructor(options: ClientOptions = {}) {
    super()
    this.#api = apiOf(options, '/api/v1/portal')
    addMethods(this, this.#api, portalRoutes)
    const { events, orders } = this
    Object.assign(events, { follow: followEvents.bind(null, events.list) })
    Object.assign(orders, { import: importOrders.bind(null, orders.imports.create) })
  }

  /** A request for which this version has no method: `request('GET', '/stock', { query: { limit: 5 } })`. */
  request<Data = unknown>(method: string, path: string, options?: RequestOptions): Call<Data> {
    return requestAny(this.#api, method, path, options)
  }

  /** Reports which topics have changed, within two seconds. Read their lists again then. */
  live(options?: LiveOptions): LiveStream<TopicChange> {
    return openLive(this.#api, options)
  }
}

export { AndenError, type TransportCode } from './anden-error.ts'
export type { Answer, Call, ResponseInfo } from './call.ts'
export type { EventFeed, FollowOptions } from './event-feed.ts'
export type * from './generated/faults.ts'
export type * from './generated/portal.ts'
export type * from './generated/problems.ts'
export type * from './generated/schemas.ts'
export type { ImportOrdersOptions, ImportOrdersQuery, OrdersImportProgress } from './import-orders.ts'
export type { ListCall } from './list-call.ts'
export type { LiveOptions, LiveStream } from './live-stream.ts'
export type * from './options.ts'
export { etagCache } from './options.ts'
