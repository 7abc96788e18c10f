import {
  AccountTransaction,
  InboundNoticeDetail,
  Lot,
  LotChange,
  NewAdjustment,
  NewSandboxFault,
  NewSimulation,
  RemitoDetail,
  SandboxCreditNote,
  SandboxFault,
  SandboxFaults,
  SandboxInboundReceipt,
  SandboxPayment,
  SandboxReceipt,
  Simulation,
  StockMovement,
} from '@anden/contract'
import { recordCreditNote, recordPayment } from '../account/record.ts'
import type { DayOf, Deps } from '../deps.ts'
import type { PortalPrincipal } from '../http/admission/principal.ts'
import type { Router } from '../http/routing/router.ts'
import { lot } from '../stock/lots.ts'
import { askForFault, clearFaults, faultsOf } from './faults.ts'
import { adjustOwnStock, holdOwnLot, receiveGoods, receiveNotice, simulator } from './goods.ts'
import { simulationOf } from './simulation-queries.ts'
import { settingsOfSandbox, simulateOrder, simulation } from './simulations.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'secrets' | 'baseUrl' | 'remitoPointOfSale'>

export function simulatorPortal(portal: Router<PortalPrincipal>, deps: Needs, today: DayOf) {
  const settingsOf = settingsOfSandbox(today, deps)
  const simulated = { scope: 'write:orders', environment: 'sandbox' } as const

  portal.post(
    '/sandbox/receive',
    {
      ...simulated,
      summary: 'Receive goods into the sandbox',
      description:
        'Enters an ingreso, as the staff of the warehouse does: it creates lots, or adds to existing ones.',
      idempotency: 'optional',
      body: SandboxReceipt,
      reply: RemitoDetail,
      problems: ['products/archived', 'remitos/duplicate-number'],
    },
    ({ tx, by, client, body }) => receiveGoods(tx, by, client.id, body, settingsOf(client)),
  )

  portal.post(
    '/sandbox/inbound/:id/receive',
    {
      ...simulated,
      summary: 'Receive the goods of an inbound notice into the sandbox',
      description:
        'The goods arrive, are received, and the notice is closed: with the reason `missing` or `surplus` for each line that differs.',
      idempotency: 'optional',
      status: 200,
      body: SandboxInboundReceipt,
      bodyOptional: true,
      reply: InboundNoticeDetail,
      problems: [
        'inbound/not-found',
        'inbound/invalid-transition',
        'products/archived',
        'remitos/duplicate-number',
      ],
    },
    ({ tx, by, client, params, body }) =>
      receiveNotice(tx, by, { clientId: client.id, noticeId: params.id }, body, settingsOf(client)),
  )

  portal.post(
    '/sandbox/adjustments',
    {
      ...simulated,
      summary: 'Correct the stock of the sandbox',
      description:
        'The lot is `lot_id`, or the one with this `lot_number`, `expiry_date` and `vintage_year`, which is created if it does not exist. Without a lot, a positive `delta` goes into `SIN-LOTE`, and a negative one takes from expired lots first.',
      idempotency: 'optional',
      body: NewAdjustment,
      reply: StockMovement,
      problems: ['products/archived', 'stock/insufficient-stock'],
    },
    ({ tx, by, client, body }) => adjustOwnStock(tx, by, client.id, body, today(client)),
  )

  portal.post(
    '/sandbox/lots/:id/hold',
    {
      ...simulated,
      summary: 'Put a lot of the sandbox on hold, or release it',
      description:
        '`reason` is required for a hold. The events are those of a real hold: `lot.held` and `lot.released`.',
      idempotency: 'optional',
      status: 200,
      body: LotChange,
      reply: Lot,
      problems: ['lots/not-found'],
    },
    async ({ tx, by, client, params, body }) =>
      lot(await holdOwnLot(tx, by, { clientId: client.id, lotId: params.id }, body)),
  )

  portal.post(
    '/sandbox/payments',
    {
      ...simulated,
      summary: 'Record a payment in the sandbox',
      idempotency: 'optional',
      body: SandboxPayment,
      reply: AccountTransaction,
    },
    ({ tx, by, client, body }) =>
      recordPayment(tx, simulator(by), { ...body, client_id: client.id }, today(client)),
  )

  portal.post(
    '/sandbox/credit-notes',
    {
      ...simulated,
      summary: 'Issue a credit note in the sandbox',
      idempotency: 'optional',
      body: SandboxCreditNote,
      reply: AccountTransaction,
      problems: ['account/duplicate-number'],
    },
    ({ tx, by, client, body }) => recordCreditNote(tx, simulator(by), { ...body, client_id: client.id }),
  )

  portal.call(
    '/sandbox/orders/:id/simulate',
    {
      ...simulated,
      summary: 'Simulate what becomes of an order in the sandbox',
      description: `Each step is done as the staff of the warehouse does it, so its events, remitos, stock and acceptance are real ones. A script goes on from where the order is: one that is in transit is accepted by \`happy\` without being approved again.

With \`step_seconds\` 0, all of it is done when the response comes; otherwise the first step is, and the others follow, also if the service is restarted meanwhile. A step that is refused ends the simulation, which then says why.`,
      status: 202,
      body: NewSimulation,
      reply: Simulation,
      problems: ['orders/not-found', 'sandbox/script-not-startable'],
    },
    ({ by, client, params, body }) =>
      simulateOrder({ ...deps, settingsOf }, by, { clientId: client.id, orderId: params.id }, body),
  )

  portal.row(
    '/sandbox/orders/:id/simulation',
    {
      summary: 'How far the simulation of an order is',
      scope: 'read:orders',
      environment: 'sandbox',
      reply: Simulation,
      missing: 'sandbox/not-simulated',
      shape: simulation,
    },
    ({ client, params }) => simulationOf(client.id, params.id),
  )

  portal.post(
    '/sandbox/faults',
    {
      ...simulated,
      summary: 'Let the next requests of the sandbox fail',
      description:
        'They get the status `kind`, with the header `X-Sandbox-Fault`, before anything is done. It counts for all keys and sessions of the sandbox, in place of what was asked for the same route before; requests to `/sandbox` do not fail.',
      body: NewSandboxFault,
      reply: SandboxFault,
    },
    ({ tx, by, client, body }) => askForFault(tx, by, client.id, body, portal.routes),
  )

  portal.unpagedList(
    '/sandbox/faults',
    {
      summary: 'Faults that are still to come',
      scope: 'read:requests',
      environment: 'sandbox',
      reply: SandboxFaults,
    },
    ({ client }) => faultsOf(client.id),
  )

  portal.delete(
    '/sandbox/faults',
    { ...simulated, summary: 'Let no more requests fail' },
    ({ tx, by, client }) => clearFaults(tx, by, client.id),
  )
}
