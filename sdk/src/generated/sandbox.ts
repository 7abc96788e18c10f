// Generated from the contract by npm run sdk:types. Do not edit.
import type { Call } from '../call.ts'
import type { ListCall } from '../list-call.ts'
import type { CallOptions, IdempotentOptions, NoBody, NoQuery } from '../options.ts'
import type {
  InboundNoticeDetail,
  Lot,
  LotChange,
  NewAdjustment,
  NewSandboxFault,
  NewSandboxReset,
  NewSimulation,
  RemitoDetail,
  Sandbox,
  SandboxClock,
  SandboxCreditNote,
  SandboxDay,
  SandboxFault,
  SandboxFaults,
  SandboxInboundReceipt,
  SandboxMail,
  SandboxMailPage,
  SandboxPayment,
  SandboxReceipt,
  Simulation,
  StockMovement,
  Transaction,
} from './schemas.ts'

export interface ListSandboxMailsQuery {
  /** Created at or after this time */
  from?: string | undefined
  /** Created before this time */
  to?: string | undefined
  /** Rows per page, 1 to 100; values outside this range are clamped */
  limit?: number | undefined
  /** `next_cursor` of the previous page. Valid only with the same filters */
  cursor?: string | undefined
}

export interface PortalSandboxMails {
  /**
   * Mails that the sandbox would have sent, newest first.
   *
   * A sandbox sends no mail: what it would send is kept here.
   *
   * Requires the scope `read:requests`.
   *
   * `GET /sandbox/mails`
   */
  list(query?: ListSandboxMailsQuery, options?: CallOptions): ListCall<SandboxMail, SandboxMailPage>
}

export interface PortalSandboxInbound {
  /**
   * Receive the goods of an inbound notice into the sandbox.
   *
   * The goods arrive, are received, and the notice is closed: with the reason `missing` or `surplus` for each line that differs.
   *
   * Requires the scope `write:orders`.
   *
   * `POST /sandbox/inbound/{id}/receive`
   */
  receive(id: string, body?: SandboxInboundReceipt, options?: IdempotentOptions): Call<InboundNoticeDetail>
}

export interface PortalSandboxAdjustments {
  /**
   * Correct the stock of the sandbox.
   *
   * The lot is `lot_id`, or the one with this `lot_number`, `expiry_date` and `vintage_year`, which is created if it does not exist. Without a lot, a positive `delta` goes into `SIN-LOTE`, and a negative one takes from expired lots first.
   *
   * Requires the scope `write:orders`.
   *
   * `POST /sandbox/adjustments`
   */
  create(body: NewAdjustment, options?: IdempotentOptions): Call<StockMovement>
}

export interface PortalSandboxLots {
  /**
   * Put a lot of the sandbox on hold, or release it.
   *
   * `reason` is required for a hold. The events are those of a real hold: `lot.held` and `lot.released`.
   *
   * Requires the scope `write:orders`.
   *
   * `POST /sandbox/lots/{id}/hold`
   */
  hold(id: string, body: LotChange, options?: IdempotentOptions): Call<Lot>
}

export interface PortalSandboxPayments {
  /**
   * Record a payment in the sandbox.
   *
   * Requires the scope `write:orders`.
   *
   * `POST /sandbox/payments`
   */
  create(body: SandboxPayment, options?: IdempotentOptions): Call<Transaction>
}

export interface PortalSandboxCreditNotes {
  /**
   * Issue a credit note in the sandbox.
   *
   * Requires the scope `write:orders`.
   *
   * `POST /sandbox/credit-notes`
   */
  create(body: SandboxCreditNote, options?: IdempotentOptions): Call<Transaction>
}

export interface PortalSandboxOrdersSimulation {
  /**
   * How far the simulation of an order is.
   *
   * Requires the scope `read:orders`.
   *
   * `GET /sandbox/orders/{id}/simulation`
   */
  get(id: string, query?: NoQuery, options?: CallOptions): Call<Simulation>
}

export interface PortalSandboxOrders {
  /**
   * Simulate what becomes of an order in the sandbox.
   *
   * Each step is done as the staff of the warehouse does it, so its events, remitos, stock and acceptance are real ones. A script goes on from where the order is: one that is in transit is accepted by `happy` without being approved again.
   *
   * With `step_seconds` 0, all of it is done when the response comes; otherwise the first step is, and the others follow, also if the service is restarted meanwhile. A step that is refused ends the simulation, which then says why.
   *
   * Requires the scope `write:orders`.
   *
   * `POST /sandbox/orders/{id}/simulate`
   */
  simulate(id: string, body: NewSimulation, options?: CallOptions): Call<Simulation>
  readonly simulation: PortalSandboxOrdersSimulation
}

export interface PortalSandboxFaults {
  /**
   * Let the next requests of the sandbox fail.
   *
   * They get the status `kind`, with the header `X-Sandbox-Fault`, before anything is done. It counts for all keys and sessions of the sandbox, in place of what was asked for the same route before; requests to `/sandbox` do not fail.
   *
   * Requires the scope `write:orders`.
   *
   * `POST /sandbox/faults`
   */
  create(body: NewSandboxFault, options?: CallOptions): Call<SandboxFault>
  /**
   * Faults that are still to come.
   *
   * Requires the scope `read:requests`.
   *
   * `GET /sandbox/faults`
   */
  list(query?: NoQuery, options?: CallOptions): ListCall<SandboxFault, SandboxFaults>
  /**
   * Let no more requests fail.
   *
   * Requires the scope `write:orders`.
   *
   * `DELETE /sandbox/faults`
   */
  delete(options?: CallOptions): Call<void>
}

export interface PortalSandbox {
  /**
   * Create the sandbox.
   *
   * Creates the sandbox of the account with a copy of its products. If there is one already, it is returned as it is. A test key creates it, too.
   *
   * For people who are signed in: an API key gets `auth/session-required`.
   *
   * `POST /sandbox`
   */
  create(body?: NoBody, options?: CallOptions): Call<Sandbox>
  /**
   * The sandbox of this request
   *
   * `GET /sandbox`
   */
  get(query?: NoQuery, options?: CallOptions): Call<Sandbox>
  readonly mails: PortalSandboxMails
  /**
   * Move the day of the sandbox forward.
   *
   * For what depends on the day: what expires, what is available, the date of remitos and payments. `lot.expiring` is sent for each day that passes, and webhooks that wait for their next attempt are sent now. The times of what happens stay real. The day never goes back.
   *
   * Requires the scope `write:orders`.
   *
   * `POST /sandbox/clock`
   */
  clock(body: SandboxClock, options?: CallOptions): Call<SandboxDay>
  /**
   * Reset the sandbox.
   *
   * Deletes everything that is in it, sets its day back to the warehouse's, and fills it with `data`. Keys and webhook endpoints stay, with what the audit log has about them.
   *
   * It goes on after the response: `reset` of GET /sandbox shows how far it is. Until it is done, every other request to the sandbox gets 409 `sandbox/resetting`, except for GET /me, GET /session and those of keys.
   *
   * Requires the scope `write:orders`.
   *
   * `POST /sandbox/reset`
   */
  reset(body: NewSandboxReset, options?: CallOptions): Call<Sandbox>
  /**
   * Receive goods into the sandbox.
   *
   * Enters an ingreso, as the staff of the warehouse does: it creates lots, or adds to existing ones.
   *
   * Requires the scope `write:orders`.
   *
   * `POST /sandbox/receive`
   */
  receive(body: SandboxReceipt, options?: IdempotentOptions): Call<RemitoDetail>
  readonly inbound: PortalSandboxInbound
  readonly adjustments: PortalSandboxAdjustments
  readonly lots: PortalSandboxLots
  readonly payments: PortalSandboxPayments
  readonly creditNotes: PortalSandboxCreditNotes
  readonly orders: PortalSandboxOrders
  readonly faults: PortalSandboxFaults
}

/** The resources of the API. Their methods are made from `sandboxRoutes`. */
export abstract class SandboxResources {
  declare readonly sandbox: PortalSandbox
}

/** How each method is sent: see `resources.ts`. */
export const sandboxRoutes = {
  sandbox: {
    create: 'POST',
    get: 'GET',
    clock: 'POST .',
    reset: 'POST .',
    receive: 'POST! .',
    mails: {
      list: 'LIST',
    },
    inbound: {
      receive: 'POST! {id}/.',
    },
    adjustments: {
      create: 'POST!',
    },
    lots: {
      hold: 'POST! {id}/.',
    },
    payments: {
      create: 'POST!',
    },
    creditNotes: {
      create: 'POST! /sandbox/credit-notes',
    },
    orders: {
      simulate: 'POST {id}/.',
      simulation: {
        get: 'GET :',
      },
    },
    faults: {
      create: 'POST',
      list: 'ROWS',
      delete: 'DELETE',
    },
  },
} as const
