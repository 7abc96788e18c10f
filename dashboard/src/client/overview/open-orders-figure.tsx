import { openOrderStatuses } from '@anden/contract/values'
import type { OpenOrders } from '@anden/sdk'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Stat } from '../../ui/card.tsx'
import { formatNumber } from '../../ui/format.ts'
import styles from './figures.module.css'
import { Figure, Note, Parts } from './figures.tsx'

type State = keyof OpenOrders

export function OpenOrdersFigure({ open }: { open: OpenOrders | undefined }) {
  const { t } = useLingui()
  const counts = open ? openOrderStatuses.map((state) => [state, open[state]] as const) : []
  const total = counts.reduce((sum, [, count]) => sum + count, 0)
  const parts = counts
    .filter(([, count]) => count > 0)
    .map(([state, count]) => (
      <Link
        key={state}
        to="/orders"
        search={{ status: state }}
        className={state === 'failed_delivery' ? styles['bad'] : undefined}
      >
        {countText(state, count)}
      </Link>
    ))
  return (
    <Stat
      label={t`Open orders`}
      value={<Figure>{open ? formatNumber(total) : null}</Figure>}
      note={<Note>{open ? total > 0 ? <Parts>{parts}</Parts> : t`Nothing is on its way` : null}</Note>}
      to="/orders"
      search={{ is_open: true }}
    />
  )
}

function countText(state: State, count: number): string {
  const texts: Record<State, () => string> = {
    pending: () => plural(count, { one: '# pending', other: '# pending' }),
    approved: () => plural(count, { one: '# approved', other: '# approved' }),
    in_preparation: () => plural(count, { one: '# in preparation', other: '# in preparation' }),
    in_transit: () => plural(count, { one: '# in transit', other: '# in transit' }),
    failed_delivery: () => plural(count, { one: '# delivery failed', other: '# deliveries failed' }),
  }
  return texts[state]()
}
