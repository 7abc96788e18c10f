import type { QueuedOrder } from '@anden/sdk/backoffice'
import { Plural } from '@lingui/react/macro'
import { NoAddressChip } from '../../shared/orders/delivery.tsx'
import { Chip } from '../../ui/chip.tsx'
import styles from './board.module.css'
import { shortageText } from './shortage-text.ts'

/** Obstacles that are visible without opening the order. The framed order shows its lots and shortages itself. */
export function TicketWarnings({ order, isCurrent }: { order: QueuedOrder; isCurrent: boolean }) {
  const shortages = isCurrent || order.status !== 'pending' ? [] : order.shortages
  return (
    <small className={styles['warnings']}>
      <NoAddressChip {...order} />
      {order.lots_on_hold > 0 ? (
        <Chip tone="bad">
          <Plural value={order.lots_on_hold} one="Lot on hold" other="# lots on hold" />
        </Chip>
      ) : null}
      {shortages.map((shortage) => (
        <Chip key={`${shortage.product_id} ${shortage.vintage_year}`} tone="bad">
          {shortageText({ ...shortage, name: shortage.products.name })}
        </Chip>
      ))}
    </small>
  )
}
