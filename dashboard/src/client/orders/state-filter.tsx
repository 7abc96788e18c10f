// Links that filter by state. States that are not final show the number of orders that match the other filters.

import type { OrderStatus } from '@anden/contract'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useOrderStates } from '../../shared/order-status.tsx'
import { onlyFilters, useFilters } from '../../ui/filters.tsx'
import { formatNumber } from '../../ui/format.ts'
import styles from '../../ui/state-links.module.css'
import type { Search } from '../../ui/url-filters.ts'
import { openOrderCounts } from './queries.ts'

export function StateFilter() {
  const { t } = useLingui()
  const { search } = useFilters()
  const states = useOrderStates()
  const { status: _, is_open: __, ...others } = onlyFilters(search)
  const counts: Partial<Record<OrderStatus, number>> = useQuery(openOrderCounts(others)).data ?? {}
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const entries = Object.entries(states) as [OrderStatus, string][]
  return (
    <nav aria-label={t`State`} className={`${styles['states']} not-printed`}>
      <StateLink label={t`All`} shows={{ status: undefined, is_open: undefined }} />
      <StateLink label={t`All open`} shows={{ status: undefined, is_open: true }} count={total} />
      {entries.map(([one, label]) => (
        <StateLink key={one} label={label} shows={{ status: one, is_open: undefined }} count={counts[one]} />
      ))}
    </nav>
  )
}

type Shown = { status: OrderStatus | undefined; is_open: true | undefined }

/**
 * Marked only if it leads to exactly what is shown. Without `exact`, a link with fewer filters would be marked as well.
 */
function StateLink({ label, shows, count }: { label: string; shows: Shown; count?: number | undefined }) {
  return (
    <Link
      to="/orders"
      search={(search: Search) => ({ ...search, ...shows })}
      replace
      resetScroll={false}
      activeOptions={{ exact: true }}
    >
      {label}
      {count ? <span className="numeric">{formatNumber(count)}</span> : null}
    </Link>
  )
}
