// The stock history of a product: a line that steps with each movement, and the list of movements.
import type { ProductInStock } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { portal } from '../../shared/api.ts'
import { useExport } from '../../shared/lists/export.tsx'
import styles from '../../shared/stock/history.module.css'
import { type History, type Movement, movementsOf } from '../../shared/stock/history-points.ts'
import { LotLink, RemitoLink } from '../../shared/stock/links.tsx'
import { Delta, useCauses } from '../../shared/stock/movement-status.tsx'
import { OnPhone } from '../../shared/stock/on-phone.tsx'
import { StockLine, stockLineHeight } from '../../shared/stock/stock-line.tsx'
import { Card, Empty } from '../../ui/card.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { dayAfter, realToday, startOfDay } from '../../ui/format.ts'
import { PlainTable } from '../../ui/plain-table.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { Moment, None, Quantity } from '../../ui/values.tsx'
import { periods, usualPeriod } from './periods.ts'
import { historyOf } from './queries.ts'

const route = getRouteApi('/shell/stock/$id')

export function useHistoryStart(): string {
  const { days = usualPeriod } = route.useSearch()
  return startOfDay(dayAfter(realToday(), -days))
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

/** The newest movement first. */
function MovementTable({ history, unit }: { history: History; unit: string }) {
  const { t } = useLingui()
  const causes = useCauses()
  const columns: Column<Movement>[] = [
    { id: 'at', label: t`When`, cell: ({ created_at }) => <Moment at={created_at} /> },
    {
      id: 'cause',
      label: t`Cause`,
      cell: (movement) => (
        <>
          {causes[movement.cause]}
          <OnPhone>
            <Document {...movement} />
          </OnPhone>
        </>
      ),
    },
    {
      id: 'document',
      label: t`Document`,
      from: 'sm',
      cell: (movement) => <Document {...movement} />,
    },
    {
      id: 'lot',
      label: t`Lot`,
      from: 'sm',
      cell: ({ lot_id, lot_number }) => <LotLink id={lot_id} number={lot_number} />,
    },
    {
      id: 'delta',
      label: t`Quantity`,
      isNumeric: true,
      cell: ({ delta }) => <Delta value={delta} unit={unit} />,
    },
    {
      id: 'after',
      label: t`On hand`,
      isNumeric: true,
      from: 'sm',
      cell: ({ quantityAfter }) => <Quantity value={quantityAfter} unit={unit} />,
    },
  ]
  return (
    <PlainTable
      label={t`Movements`}
      columns={columns}
      rows={movementsOf(history).reverse()}
      rowKey={({ id }) => id}
      rowsAtFirst={20}
    />
  )
}

function Document({ document: { type, id, number } }: Movement) {
  return type === 'remito' ? <RemitoLink id={id} numbers={number} /> : <None />
}
