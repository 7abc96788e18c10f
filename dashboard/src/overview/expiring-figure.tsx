import type { LotsOverview } from '@anden/sdk'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lotsUntil } from '../stock/queries.ts'
import { Stat } from '../ui/card.tsx'
import { expiringDays } from '../ui/expiry.tsx'
import { dayAfter, daysUntil, formatNumber, today } from '../ui/format.ts'
import styles from './figures.module.css'
import { Figure, Note, Parts } from './figures.tsx'

export function ExpiringFigure({ lots }: { lots: LotsOverview | null | undefined }) {
  const { t } = useLingui()
  const until = dayAfter(today(), expiringDays)
  const { data } = useQuery(lotsUntil(until))
  const expiring = data?.data.filter(({ expiry_date }) => expiry_date !== null && expiry_date >= today())
  const count = expiring ? `${formatNumber(expiring.length)}${data?.has_more ? '+' : ''}` : null
  const next = expiring?.[0]
  const note =
    lots && expiring ? (
      <Parts>
        {[
          next?.expiry_date ? nextText(daysUntil(next.expiry_date)) : t`none soon`,
          lots.expired > 0 ? (
            <Link
              key="expired"
              to="/stock/lots"
              search={{ expiring_before: dayAfter(today(), -1) }}
              className={styles['bad']}
            >
              {plural(lots.expired, { one: '# expired', other: '# expired' })}
            </Link>
          ) : null,
        ]}
      </Parts>
    ) : null
  return (
    <Stat
      label={t`Lots that expire within 30 days`}
      value={<Figure>{count}</Figure>}
      note={<Note>{note}</Note>}
      to="/stock/lots"
      search={{ expiring_before: until }}
    />
  )
}

const nextText = (days: number) =>
  plural(days, { 0: 'the next one today', 1: 'the next one tomorrow', other: 'the next one in # days' })
