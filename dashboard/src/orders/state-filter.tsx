// The states as links, with the number of orders in those that are not final.
import type { OrderStatus } from '@anden/contract'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { overviewQuery } from '../overview/queries.ts'
import { useFilters } from '../ui/filters.tsx'
import { useOrderStates } from '../ui/order-status.tsx'
import styles from './state-filter.module.css'

export function StateFilter() {
  const { t } = useLingui()
  const { search } = useFilters()
  const states = useOrderStates()
  const counts: Partial<Record<OrderStatus, number>> = useQuery(overviewQuery).data?.orders?.open ?? {}
  const entries = Object.entries(states) as [OrderStatus, string][]
  return (
    <nav aria-label={t`State`} className={`${styles['states']} not-printed`}>
      <StateLink label={t`All`} isActive={search['status'] === undefined} />
      {entries.map(([status, label]) => (
        <StateLink
          key={status}
          status={status}
          label={label}
          count={counts[status]}
          isActive={search['status'] === status}
        />
      ))}
    </nav>
  )
}

function StateLink({
  status,
  label,
  count,
  isActive,
}: {
  status?: OrderStatus
  label: string
  count?: number | undefined
  isActive: boolean
}) {
  return (
    <Link
      to="/orders"
      search={((search: object) => ({ ...search, status })) as never}
      replace
      resetScroll={false}
      activeProps={{ 'aria-current': undefined }}
      aria-current={isActive ? 'true' : undefined}
    >
      {label}
      {count ? <span className="numeric">{count}</span> : null}
    </Link>
  )
}
