// The client of the staff's API: the warehouse's ERP receives goods, approves orders and records payments.

import type { Call } from './call.ts'
import { BackofficeResources, backofficeRoutes } from './generated/backoffice.ts'
import type { StaffTopicChange } from './generated/schemas.ts'
import { type LiveOptions, type LiveStream, openLive } from './live-stream.ts'
import type { ClientOptions, RequestOptions } from './options.ts'
import { type ApiAccess, apiOf, requestAny } from './request.ts'
import { addMethods } from './resources.ts'

export class Backoffice extends BackofficeResources {
  readonly #api: ApiAccess

  constructor(options: ClientOptions = {}) {
    super()
    this.#api = apiOf(options, '/api/v1/backoffice')
    addMethods(this, this.#api, backofficeRoutes)
  }

  /** A request for which this version has no method: `request('GET', '/stock', { query: { limit: 5 } })`. */
  request<Data = unknown>(method: string, path: string, options?: RequestOptions): Call<Data> {
    return requestAny(this.#api, method, path, options)
  }

  /** Reports which topics of which clients have changed, within two seconds. */
  live(options?: LiveOptions): LiveStream<StaffTopicChange> {
    return openLive(this.#api, options)
  }
}

export { AndenError, type TransportCode } from './anden-error.ts'
export type { Answer, Call, ResponseInfo } from './call.ts'
export type * from './generated/backoffice.ts'
export type * from './generated/faults.ts'
export type * from './generated/problems.ts'
export type * from './generated/schemas.ts'
export type { ListCall } from './list-call.ts'
export type { LiveOptions, LiveStream } from './live-stream.ts'
export type * from './options.ts'
export { etagCache } from './options.ts'
