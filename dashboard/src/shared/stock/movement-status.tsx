// The status of goods that went out: a word, and in drawings a distinct pattern, never a colour alone.
import type { RecipientQuantities, StockHistoryEntry, TraceEntry } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { Chip, type Tone } from '../../ui/chip.tsx'
import { quantityText } from '../../ui/values.tsx'
import { useOrderStates } from '../order-status.tsx'
import styles from './movement-status.module.css'

export type MovementStatus = TraceEntry['status']
export type GoodsStatus = keyof RecipientQuantities
export type StatusQuantity = { status: GoodsStatus; quantity: number }

/**
 * The statuses of goods taken by orders. Goods that a recall has to get back come first, then goods that can still be
 * held back.
 */
export const statusesInOrder = ['delivered', 'in_transit', 'in_warehouse', 'failed_delivery'] as const

export const quantitiesOf = (quantities: RecipientQuantities): StatusQuantity[] =>
  statusesInOrder
    .map((status) => ({ status, quantity: quantities[status] }))
    .filter(({ quantity }) => quantity > 0)

export function useMovementStatuses(): Record<MovementStatus, string> {
  const { t } = useLingui()
  const { delivered, in_transit, failed_delivery } = useOrderStates()
  return {
    received: t`Received`,
    in_warehouse: t`Not dispatched yet`,
    in_transit,
    delivered,
    failed_delivery,
    handed_over: t`Handed over without order`,
    transferred: t`Transferred`,
    adjusted: t`Adjusted`,
    voided: t`voided`,
  }
}

const tones: Partial<Record<MovementStatus, Tone>> = {
  in_warehouse: 'warn',
  in_transit: 'info',
  delivered: 'ok',
  failed_delivery: 'bad',
  handed_over: 'mute',
  voided: 'mute',
}

/** Shown for movements whose cause does not imply the status. */
export function MovementChip({ status }: { status: MovementStatus }) {
  const names = useMovementStatuses()
  const tone = tones[status]
  return tone ? <Chip tone={tone}>{names[status]}</Chip> : null
}

type StatusQuantitiesProps = {
  quantities: StatusQuantity[]
  unit: string
  /** Stacks the quantities in a column. */
  isColumn?: boolean
}

/** The quantity of each status, with its pattern. */
export function StatusQuantities({ quantities, unit, isColumn = false }: StatusQuantitiesProps) {
  const names = useMovementStatuses()
  return (
    <span className={`${styles['quantities']} ${isColumn ? styles['column'] : ''}`}>
      {quantities.map(({ status, quantity }) => (
        <span key={status} className={styles['quantity']}>
          <Swatch status={status} />
          {names[status]} <b>{quantityText(quantity, unit)}</b>
        </span>
      ))}
    </span>
  )
}

function Swatch({ status }: { status: GoodsStatus }) {
  return (
    <svg width="12" height="12" aria-hidden="true" className={styles['swatch']}>
      <rect x="0.5" y="0.5" width="11" height="11" rx="2" fill={fillOf(status)} />
    </svg>
  )
}

const patternId = (status: GoodsStatus) => `goods-${status}`

/** The fill for a drawing of these goods. The page has to contain StatusPatterns. */
export const fillOf = (status: GoodsStatus) => `url(#${patternId(status)})`

/** Solid: delivered. Stripes: in transit. Hollow: in the warehouse. Grid: not delivered. */
export function StatusPatterns() {
  const drawn: Record<GoodsStatus, React.ReactNode> = {
    delivered: <rect width="6" height="6" className={styles['solid']} />,
    in_transit: <rect width="3" height="6" className={styles['solid']} />,
    in_warehouse: null,
    failed_delivery: <path d="M0,0.75H6M0.75,0V6" className={styles['line']} />,
  }
  return (
    <svg width="0" height="0" aria-hidden="true" className={styles['patterns']}>
      <defs>
        {statusesInOrder.map((status) => (
          <pattern
            key={status}
            id={patternId(status)}
            width="6"
            height="6"
            patternUnits="userSpaceOnUse"
            {...(status === 'in_transit' ? { patternTransform: 'rotate(45)' } : {})}
          >
            <rect width="6" height="6" className={styles['ground']} />
            {drawn[status]}
          </pattern>
        ))}
      </defs>
    </svg>
  )
}

/** A change of a quantity, with its sign. */
export function Delta({ value, unit }: { value: number; unit: string }) {
  return (
    <span className="numeric">
      {value < 0 ? '−' : '+'}
      {quantityText(Math.abs(value), unit)}
    </span>
  )
}

export type Cause = StockHistoryEntry['cause']

/** Why a quantity changed. */
export function useCauses(): Record<Cause, string> {
  const { t } = useLingui()
  return {
    remito_ingreso: t`Goods in`,
    remito_egreso: t`Goods out`,
    remito_void: t`Remito voided`,
    adjustment: t`Adjustment`,
    transfer: t`Transfer`,
    csv_import: t`Stock count`,
  }
}
