// The ledger of a product over a range: the opening quantity, each movement with its document and reason, and the
// closing quantity.
import type { Product } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { backoffice } from '../../shared/backoffice.ts'
import { useExport } from '../../shared/lists/export.tsx'
import { StockLine, stockLineHeight } from '../../shared/stock/stock-line.tsx'
import { Card, Empty } from '../../ui/card.tsx'
import { DayFilter, useFilters } from '../../ui/filters.tsx'
import { dateAt, dayAfter, startOfDay, today } from '../../ui/format.ts'
import { ProblemNote } from '../../ui/problem.tsx'
import styles from './ledger.module.css'
import { LedgerTable } from './ledger-table.tsx'
import { type LedgerRange, ledgerOf } from './queries.ts'

const usualDays = 90

export function LedgerCard({ product }: { product: Product }) {
  const { t } = useLingui()
  const { search } = useFilters()
  const to = typeof search['to'] === 'string' ? search['to'] : null
  const lastDay = to === null ? today() : dateAt(Date.parse(to))
  const from = String(search['from'] ?? startOfDay(dayAfter(lastDay, -usualDays)))
  const range: LedgerRange = { from, ...(to ? { to } : {}) }
  const { data, error, refetch } = useQuery(ledgerOf(product.id, range))
  const exported = useExport(
    {
      csv: (options) => backoffice.ledger.list({ product_id: product.id, ...range }, options).csv(),
      sheet: (choice, options) =>
        backoffice.ledger.export({ product_id: product.id, ...range, ...choice }, options),
    },
    `${product.sku}-${t`ledger`}`,
  )
  const aside = (
    <search aria-label={t`Range`} className={styles['range']}>
      <DayFilter name="from" label={t`From`} as="moment" shown={from} />
      <DayFilter name="to" label={t`Until`} as="end" />
      {exported.button}
    </search>
  )
  return (
    <Card title={t`Ledger`} aside={aside} flush>
      {exported.problem}
      {error && !data ? <ProblemNote error={error} retry={() => void refetch()} /> : null}
      {!data && !error ? (
        <div className={styles['loading']}>
          <Skeleton height={stockLineHeight} />
        </div>
      ) : null}
      {data ? (
        <>
          <StockLine history={data} from={from} until={to ?? undefined} unit={product.unit_type} />
          {data.isComplete ? null : (
            <p className={styles['incomplete']}>
              {t`There are more than a thousand movements in this time; the newest are missing here. Choose a shorter time, or export all of them.`}
            </p>
          )}
          {data.entries.length > 0 ? (
            <LedgerTable ledger={data} unit={product.unit_type} />
          ) : (
            <Empty title={t`No movement in this time`} />
          )}
        </>
      ) : null}
    </Card>
  )
}
