// Where the goods of a lot came from and where they are now, as parts of one whole: goods in = goods out + goods left.
import type { LotTrace, TraceEntry } from '@anden/sdk'
import { exact } from './exact.ts'
import type { Cause } from './movement-status.tsx'
import { quantitiesOf, type StatusQuantity } from './movement-status.tsx'

export type FlowPart =
  | { kind: 'remito'; id: string; numbers: string; at: string; quantity: number }
  | {
      kind: 'recipient'
      id: string
      name: string
      place: string
      quantity: number
      statuses: StatusQuantity[]
    }
  | { kind: 'more recipients'; count: number; quantity: number }
  /** Goods taken by orders whose recipients are not known. */
  | { kind: 'ordered'; quantity: number; statuses: StatusQuantity[] }
  | { kind: 'cause'; cause: Cause; quantity: number }
  | { kind: 'left'; quantity: number }

export type Flow = { total: number; origins: FlowPart[]; destinations: FlowPart[] }

const mostRemitos = 6
const mostRecipients = 8

const sum = (parts: readonly { quantity: number }[]) =>
  exact(parts.reduce((total, { quantity }) => total + quantity, 0))
const notEmpty = ({ quantity }: FlowPart) => quantity > 0

export function flowOf(trace: LotTrace): Flow | null {
  const { totals, flows } = trace
  if (!totals || !flows) return null
  const incoming = flows.map(({ cause, in: quantity }): FlowPart => ({ kind: 'cause', cause, quantity }))
  return {
    total: totals.in,
    origins: [...remitosIn(trace, incoming), ...incoming.filter(isNot('remito_ingreso'))].filter(notEmpty),
    destinations: [...destinationsOf(trace), { kind: 'left' as const, quantity: totals.left }].filter(
      notEmpty,
    ),
  }
}

const isNot = (cause: Cause) => (part: FlowPart) => part.kind !== 'cause' || part.cause !== cause

/** One part per incoming remito, if there are few and all of them are loaded. Otherwise one part for all. */
function remitosIn({ entries, has_more }: LotTrace, incoming: readonly FlowPart[]): FlowPart[] {
  const together = incoming.filter((part) => !isNot('remito_ingreso')(part))
  const remitos = new Map<string, FlowPart & { kind: 'remito' }>()
  for (const entry of entries.filter(isDelivery)) {
    const { remito, delta, created_at } = entry
    if (!remito) continue
    const known = remitos.get(remito.id)
    remitos.set(remito.id, {
      kind: 'remito',
      id: remito.id,
      numbers: remito.remito_number.join(', '),
      at: known?.at ?? created_at,
      quantity: exact((known?.quantity ?? 0) + delta),
    })
  }
  const parts = [...remitos.values()]
  const isWhole = !has_more && parts.length <= mostRemitos && sum(parts) === sum(together)
  return isWhole ? parts : together
}

const isDelivery = ({ cause, remito }: TraceEntry) =>
  cause === 'remito_ingreso' && remito?.status !== 'voided'

function destinationsOf({ flows, recipients, recipient_count, out_by_status }: LotTrace): FlowPart[] {
  const outgoing = (flows ?? []).map(
    ({ cause, out: quantity }): FlowPart => ({ kind: 'cause', cause, quantity }),
  )
  if (!out_by_status) return outgoing
  const statuses = quantitiesOf(out_by_status)
  const ordered = sum(statuses)
  const rest: FlowPart[] = [
    // Goods that left with a remito but without an order: the service does not know the recipient.
    { kind: 'cause', cause: 'remito_egreso', quantity: out_by_status.handed_over },
    ...outgoing.filter(isNot('remito_egreso')),
  ]
  if (!recipients) return [{ kind: 'ordered', quantity: ordered, statuses }, ...rest]
  const named = recipients.slice(0, mostRecipients).map(
    ({ id, name, city, province, quantity, by_status }): FlowPart => ({
      kind: 'recipient',
      id,
      name,
      place: [...new Set([city, province])].filter(Boolean).join(', '),
      quantity,
      statuses: quantitiesOf(by_status),
    }),
  )
  const count = (recipient_count ?? recipients.length) - named.length
  return [...named, { kind: 'more recipients', count, quantity: exact(ordered - sum(named)) }, ...rest]
}
