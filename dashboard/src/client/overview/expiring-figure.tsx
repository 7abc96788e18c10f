import type { LotsOverview } from '@anden/sdk'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { expiredLots, lotsExpiringWithin } from '../../shared/stock/expiry-ranges.ts'
import { Stat } from '../../ui/card.tsx'
import { expiringDays } from '../../ui/expiry.tsx'
import { daysUntil, formatNumber, today } from '../../ui/format.ts'
import { nextLot } from '../stock/queries.ts'
import styles from './figures.module.css'
import { Figure, Note, Parts } from './figures.tsx'

export function ExpiringFigure({ lots }: { lots: LotsOverview | null | undefined }) {
  const { t } = useLingui()
  const { data } = useQuery(nextLot(today()))
  const next = data?.data[0]?.expiry_date
  const note =
    lots && data ? (
      <Parts>
        {[
          lots.expiring_soon > 0 && next ? nextText(daysUntil(next)) : t`none soon`,
          lots.expired > 0 ? (
            <Link key="expired" to="/stock/lots" search={expiredLots()} className={styles['bad']}>
              {plural(lots.expired, { one: '# expired', other: '# expired' })}
            </Link>
          ) : null,
        ]}
      </Parts>
    ) : null
  return (
    <Stat
      label={t`Lots that expire within 30 days`}
      value={<Figure>{lots ? formatNumber(lots.expiring_soon) : null}</Figure>}
      note={<Note>{note}</Note>}
      to="/stock/lots"
      search={lotsExpiringWithin(expiringDays)}
    />
  )
}

const nextText = (days: number) =>
  plural(days, { 0: 'the next one today', 1: 'the next one tomorrow', other: 'the next one in # days' })
