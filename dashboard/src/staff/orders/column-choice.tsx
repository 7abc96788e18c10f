import type { QueuedOrder } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { useOrderStates } from '../../shared/orders/order-status.tsx'
import { formatNumber } from '../../ui/format.ts'
import styles from './board.module.css'
import { columns } from './use-queues.ts'

type ColumnChoiceProps = {
  shown: readonly (readonly QueuedOrder[])[]
  hasMore: (column: number) => boolean
  chosen: number
  choose: (column: number) => void
}

/** Chooses the column to show on a phone, which has room for only one. */
export function ColumnChoice({ shown, hasMore, chosen, choose }: ColumnChoiceProps) {
  const { t } = useLingui()
  const states = useOrderStates()
  return (
    <fieldset aria-label={t`State`} className={styles['choice']}>
      {columns.map(([status], index) => (
        <button key={status} type="button" aria-pressed={index === chosen} onClick={() => choose(index)}>
          {states[status]}
          <span className={styles['count']}>
            {`${formatNumber(shown[index]?.length ?? 0)}${hasMore(index) ? '+' : ''}`}
          </span>
        </button>
      ))}
    </fieldset>
  )
}
