// Where the goods of a lot came from and where they are now, as parts of one whole: goods in = goods out + goods left.
import type { LotTrace, TraceEntry } from '@anden/sdk'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { formatDay } from '../../ui/format.ts'
import { quantityText } from '../../ui/values.tsx'
import { exact } from './exact.ts'
import styles from './flow.module.css'
import { RecipientLink, RemitoLink, ReturnLink } from './links.tsx'
import {
  type Cause,
  quantitiesOf,
  StatusQuantities,
  type StatusQuantity,
  useCauses,
} from './movement-status.tsx'

export type FlowPart =
  | {
      kind: 'remito'
      id: string
      numbers: string
      at: string
      quantity: number
      returned: TraceEntry['return']
    }
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
      returned: entry.return,
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

// Places the parts of a flow on both sides of the lot. Bands are as thick as their share, and labels never overlap.

type Band = { top: number; thickness: number; lotTop: number; center: number }
export type Side = { bands: Band[]; height: number }

const thinnest = 2

export const lotHeight = 168

/** `parts` are ordered from top to bottom, each with the height of its label. */
export function sideOf(parts: readonly { quantity: number; labelHeight: number }[], total: number): Side {
  const share = (quantity: number) => (total > 0 ? (quantity / total) * lotHeight : 0)
  let top = 0
  let lotTop = 0
  const bands = parts.map(({ quantity, labelHeight }) => {
    const thickness = Math.max(thinnest, share(quantity))
    const slot = Math.max(labelHeight, thickness + 6)
    const band = { top: top + (slot - thickness) / 2, thickness, lotTop, center: top + slot / 2 }
    top += slot
    lotTop += share(quantity)
    return band
  })
  return { bands, height: top }
}

/** A ribbon of constant thickness from one edge to the other. */
export function ribbon(
  fromX: number,
  fromTop: number,
  toX: number,
  toTop: number,
  thickness: number,
): string {
  const middle = (fromX + toX) / 2
  const fromBottom = fromTop + thickness
  const toBottom = toTop + thickness
  return [
    `M${fromX},${fromTop}`,
    `C${middle},${fromTop} ${middle},${toTop} ${toX},${toTop}`,
    `V${toBottom}`,
    `C${middle},${toBottom} ${middle},${fromBottom} ${fromX},${fromBottom}`,
    'Z',
  ].join('')
}

const lineHeight = 18
const nameAndQuantity = 42

/** The height that a label needs beside the drawing. */
export const labelHeightOf = (part: FlowPart) =>
  nameAndQuantity + ('statuses' in part ? part.statuses.length * lineHeight : 0)

/** The label of a part of the flow: who or what, how much, and whether it has arrived. */
export function FlowLabel({ part, unit }: { part: FlowPart; unit: string }) {
  const note = part.kind === 'remito' ? formatDay(part.at) : part.kind === 'recipient' ? part.place : ''
  return (
    <span className={styles['label']}>
      <span className={styles['name']}>
        <Name part={part} />
      </span>
      <span className={styles['quantity']}>
        <b>{quantityText(part.quantity, unit)}</b>
        {note ? <span> · {note}</span> : null}
      </span>
      {'statuses' in part ? <StatusQuantities quantities={part.statuses} unit="" isColumn /> : null}
    </span>
  )
}

function Name({ part }: { part: FlowPart }): ReactNode {
  const { t } = useLingui()
  const causes = useCauses()
  switch (part.kind) {
    case 'remito':
      return part.returned ? (
        <ReturnLink {...part.returned} />
      ) : (
        <RemitoLink id={part.id} numbers={part.numbers} />
      )
    case 'recipient':
      return <RecipientLink id={part.id} name={part.name} />
    case 'more recipients':
      return (
        <a href="#recipients">
          {plural(part.count, { one: '# more recipient', other: '# more recipients' })}
        </a>
      )
    case 'ordered':
      return t`Orders`
    case 'left':
      return t`Left in the warehouse`
    case 'cause':
      return part.cause === 'remito_egreso' ? t`Goods out without recipient` : causes[part.cause]
  }
}
