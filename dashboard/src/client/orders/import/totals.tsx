// What the orders of a sheet ask for, against what is available: as if all were placed, in their order.

import type { OrdersImportPreview } from '@anden/sdk'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { Card } from '../../../ui/card.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { quantityText } from '../../../ui/values.tsx'
import styles from './import.module.css'

type Total = OrdersImportPreview['totals'][number]

const shownAtFirst = 8

export function Totals({ totals }: { totals: readonly Total[] }) {
  const { t } = useLingui()
  const [isWhole, setWhole] = useState(false)
  // What is short comes first, then what is nearly used up.
  const sorted = totals.toSorted((one, other) => shareOf(other) - shareOf(one))
  const hidden = isWhole ? 0 : sorted.length - shownAtFirst
  return (
    <Card title={t`What there is`}>
      <ul className={styles['totals']}>
        {(hidden > 0 ? sorted.slice(0, shownAtFirst) : sorted).map((total) => (
          <li key={total.product_id}>
            <span>{total.products.name}</span>
            <TotalText {...total} />
            <div aria-hidden="true" className={styles['bar']} data-short={isShort(total) || undefined}>
              <i style={{ width: `${Math.min(1, shareOf(total)) * 100}%` }} />
            </div>
          </li>
        ))}
      </ul>
      {hidden > 0 ? (
        <Button size="compact-sm" variant="subtle" onClick={() => setWhole(true)}>
          {t`${hidden} more`}
        </Button>
      ) : null}
      <p className="quiet">
        {totals.length > 0
          ? t`As if all orders were placed, in this order.`
          : t`Here you see whether the goods suffice for all orders.`}
      </p>
    </Card>
  )
}

function TotalText(total: Total) {
  const { requested, available, products } = total
  const asked = formatNumber(requested)
  const there = quantityText(available, products.unit_type)
  return (
    <span className="numeric" data-short={isShort(total) || undefined}>
      {isShort(total) ? (
        <Trans>
          {asked} of {there}: not enough
        </Trans>
      ) : (
        <Trans>
          {asked} of {there}
        </Trans>
      )}
    </span>
  )
}

const isShort = ({ requested, available }: Total) => requested > available
const shareOf = ({ requested, available }: Total) => (available > 0 ? requested / available : requested * 1e9)
