// What a sandbox does without the staff of the warehouse. Members and rules are those of the staff's own requests, without what says
// whose goods and money they are.
import { NewCreditNote, NewPayment } from './account.ts'
import { StaffInboundChange } from './inbound.ts'
import {
  CalendarDate,
  Id,
  Line,
  Named,
  Nullable,
  OneOf,
  QuantityIn,
  Text,
  Timestamp,
  VintageYear,
} from './primitives.ts'
import { NewRemito } from './remitos.ts'
import { simulationActions, simulationScripts, simulationStates } from './simulation-scripts.ts'
import { type Static, Type } from './type.ts'

export const SandboxReceipt = Named('SandboxReceipt', {
  date: NewRemito.properties.date,
  remito_number: NewRemito.properties.remito_number,
  items: Type.Array(
    Named('SandboxReceiptItem', {
      product_id: Id,
      quantity: QuantityIn,
      lot_number: Type.Optional(
        Nullable(Line(64, { description: 'Default: `SIN-LOTE`', examples: ['L2409-A'] })),
      ),
      expiry_date: Type.Optional(Nullable(CalendarDate)),
      vintage_year: Type.Optional(Nullable(VintageYear)),
      notes: Type.Optional(Nullable(Text(500))),
    }),
    { minItems: 1, maxItems: 500 },
  ),
})
export type SandboxReceipt = Static<typeof SandboxReceipt>

export const SandboxInboundReceipt = Named('SandboxInboundReceipt', {
  items: Type.Optional({
    ...StaffInboundChange.properties.items,
    description: 'The goods that came in. Default: exactly what was announced',
  }),
})
export type SandboxInboundReceipt = Static<typeof SandboxInboundReceipt>

const { client_id: _payer, ...paymentFields } = NewPayment.properties
export const SandboxPayment = Named('SandboxPayment', paymentFields)

const { client_id: _debtor, ...creditNoteFields } = NewCreditNote.properties
export const SandboxCreditNote = Named('SandboxCreditNote', creditNoteFields)

export const NewSimulation = Named('NewSimulation', {
  script: OneOf(simulationScripts, {
    description:
      '`happy`: delivered and accepted. `reject`: rejected. `fail_then_deliver`: the first delivery fails, the second is accepted. `fail_and_cancel`: the delivery fails, and the order is cancelled. `partial_refusal`: the recipient refuses a part, which comes back to the warehouse',
    examples: ['happy'],
  }),
  step_seconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 60,
      default: 0,
      description: 'The time between two steps. 0: all of them are done when the response comes',
    }),
  ),
})
export type NewSimulation = Static<typeof NewSimulation>

export const Simulation = Named('Simulation', {
  order_id: Id,
  script: OneOf(simulationScripts, { examples: ['happy'] }),
  step_seconds: Type.Integer({ examples: [5] }),
  state: OneOf(simulationStates, {
    description: '`failed`: a step was refused, and the order stays as the steps before have left it',
    examples: ['running'],
  }),
  steps: Type.Array(
    Named('SimulationStep', {
      action: OneOf(simulationActions, {
        description:
          'An action of the staff (see `PATCH /orders/{id}` of the back office), or `accept`: the recipient accepts all goods, `accept_partly`: refuses a part of them, `receive_return`: that part is back in the warehouse',
        examples: ['approve'],
      }),
      state: OneOf(['waiting', 'done', 'failed'], { examples: ['done'] }),
      due_at: Type.String({ ...Timestamp, description: 'When it is done, within two seconds' }),
    }),
  ),
  problem: Nullable(
    Named('SimulationProblem', {
      code: Type.String({ examples: ['orders/insufficient-stock'] }),
      detail: Type.String(),
    }),
    { description: 'Why a step was refused; null: none was' },
  ),
})
export type Simulation = Static<typeof Simulation>

/** How far one request moves the day. */
export const maxClockDays = 366

export const SandboxClock = Named('SandboxClock', {
  advance_to: Type.String({
    ...CalendarDate,
    description: `The new day of the sandbox: from its day on, up to ${maxClockDays} days later`,
    examples: ['2027-01-15'],
  }),
})
export type SandboxClock = Static<typeof SandboxClock>

export const SandboxDay = Named('SandboxDay', {
  day: Type.String({ ...CalendarDate, description: 'The day of the sandbox now', examples: ['2027-01-15'] }),
})

export const sandboxFaultKinds = ['429', '500', '503'] as const
const faultFields = {
  kind: OneOf(sandboxFaultKinds, { description: 'The status of the response', examples: ['503'] }),
  times: Type.Integer({
    minimum: 1,
    maximum: 100,
    description: 'How many requests fail, counted over all processes of the service',
    examples: [3],
  }),
}
const faultRoute = Type.String({
  maxLength: 100,
  description: 'Method and path, as this reference writes them. Without it, requests to any route fail',
  examples: ['POST /orders'],
})

export const NewSandboxFault = Named('NewSandboxFault', {
  ...faultFields,
  route: Type.Optional(Nullable(faultRoute)),
})
export type NewSandboxFault = Static<typeof NewSandboxFault>

export const SandboxFault = Named('SandboxFault', {
  id: Id,
  ...faultFields,
  times: { ...faultFields.times, minimum: 0, description: 'How many are left' },
  route: Nullable(faultRoute),
  created_at: Timestamp,
})
export type SandboxFault = Static<typeof SandboxFault>

export const SandboxFaults = Named('SandboxFaults', { data: Type.Array(SandboxFault) })
