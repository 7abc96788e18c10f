// The stock history of a product: a line that steps with each movement, and the list of movements.
import type { ProductInStock } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { portal } from '../../shared/api.ts'
import { useExport } from '../../shared/lists/export.tsx'
import styles from '../../shared/stock/history.module.css'
import { StockLine, stockLineHeight } from '../../shared/stock/stock-line.tsx'
import { Card, Empty } from '../../ui/card.tsx'
import { dayAfter, startOfDay, today } from '../../ui/format.ts'
import { ProblemNote } from '../../ui/problem.tsx'
import { MovementTable } from './movement-table.tsx'
import { periods, usualPeriod } from './periods.ts'
import { historyOf } from './queries.ts'

const route = getRouteApi('/shell/stock/$id')

export function useHistoryStart(): string {
  const { days = usualPeriod } = route.useSearch()
  return startOfDay(dayAfter(today(), -days))
}

export function HistoryCard({ product }: { product: ProductInStock }) {
  const { t } = useLingui()
  const { days = usualPeriod } = route.useSearch()
  const from = useHistoryStart()
  const { data, error, refetch } = useQuery(historyOf(product.id, from))
  const exported = useExport(
    {
      csv: (options) => portal.stock.history.list(product.id, { from }, options).csv(),
      sheet: (choice, options) => portal.stock.history.export(product.id, { from, ...choice }, options),
    },
    `${product.sku}-${t`history`}`,
  )
  return (
    <Card
      title={t`History`}
      aside={
        <>
          <PeriodLinks days={days} />
          {exported.button}
        </>
      }
      flush
    >
      {exported.problem}
      {error && !data ? <ProblemNote error={error} retry={() => void refetch()} /> : null}
      {!data && !error ? (
        <div className={styles['chart']}>
          <Skeleton height={stockLineHeight} />
        </div>
      ) : null}
      {data ? (
        <>
          <StockLine history={data} from={from} unit={product.unit_type} />
          {data.isComplete ? null : (
            <p className={styles['incomplete']}>
              {t`There are more than a thousand movements in this time; the newest are missing here. Choose a shorter time, or export all of them.`}
            </p>
          )}
          {data.entries.length > 0 ? (
            <MovementTable history={data} unit={product.unit_type} />
          ) : (
            <Empty title={t`No movement in this time`} />
          )}
        </>
      ) : null}
    </Card>
  )
}

function PeriodLinks({ days }: { days: number }) {
  const { t } = useLingui()
  const labels = { 30: t`30 days`, 90: t`90 days`, 365: t`a year` }
  return (
    <nav aria-label={t`How far back`} className={styles['periods']}>
      {periods.map((period) => (
        <Link
          key={period}
          from="/stock/$id"
          to="."
          search={{ days: period }}
          replace
          resetScroll={false}
          aria-current={period === days ? 'true' : undefined}
        >
          {labels[period]}
        </Link>
      ))}
    </nav>
  )
}
