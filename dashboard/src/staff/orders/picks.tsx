import type { QueuedOrder } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Chip } from '../../ui/chip.tsx'
import { formatNumber } from '../../ui/format.ts'
import { picksOf, staffOrderById } from '../queries.ts'
import { withNames } from './act-on-orders.ts'
import styles from './board.module.css'
import { shortageText } from './shortage-text.ts'

const glanceMs = 100
/** As in board.module.css. */
const lineHeightPx = 20
const gapPx = 2

/** Before approval: the lots that it would take now, and the shortage. */
export function Picks({ order: { id, lines, shortages } }: { order: QueuedOrder }) {
  const { t } = useLingui()
  // Not fetched for every order that the keyboard focus passes.
  const [isLookedAt, setLookedAt] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLookedAt(true), glanceMs)
    return () => clearTimeout(timer)
  }, [])
  const { data } = useQuery({ ...picksOf(id), enabled: isLookedAt })
  const isShort = data !== undefined && data.shortages.length > 0
  const order = useQuery({ ...staffOrderById(id), enabled: isShort })
  const isNamed = data !== undefined && (!isShort || order.data !== undefined)
  const missing = isNamed
    ? withNames(data.shortages, order.data)
    : shortages.map((shortage) => ({ ...shortage, name: shortage.products.name }))
  return (
    <small className={styles['picks']}>
      {data ? (
        data.items
          .flatMap(({ picks }) => picks)
          .map(({ lot_id, lot_number, quantity }) => (
            <span key={lot_id}>
              <span className="mono">{lot_number}</span> · {formatNumber(quantity)}
            </span>
          ))
      ) : (
        // Usually each item takes one lot, so this is as high as what takes its place.
        <span style={{ height: lines * lineHeightPx + (lines - 1) * gapPx }}>{t`Looking for lots…`}</span>
      )}
      {missing.map((shortage) => (
        <Chip key={`${shortage.product_id} ${shortage.vintage_year}`} tone="bad">
          {shortageText(shortage)}
        </Chip>
      ))}
    </small>
  )
}
