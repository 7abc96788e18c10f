import { useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ListPage } from '../../shared/lists/list-page.tsx'
import { expiredLots, lotsExpiringWithin } from '../../shared/stock/expiry-ranges.ts'
import { LotFilters, useLotListColumns } from '../../shared/stock/lot-list-columns.tsx'
import { useUnits } from '../../shared/stock/units.ts'
import { Empty } from '../../ui/card.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { expiringDays } from '../../ui/expiry.tsx'
import { onlyFilters, useFilters } from '../../ui/filters.tsx'
import { ProductFilter } from './product-filter.tsx'
import { lotList } from './queries.ts'
import { StockTabs } from './stock-tabs.tsx'

export function LotList() {
  const { t } = useLingui()
  const { search } = useFilters()
  const query = lotList(onlyFilters(search))
  const shown = useInfiniteQuery(query.pages).data?.pages.flatMap((page) => page.data) ?? []
  const columns = useLotListColumns('', useUnits(shown.map(({ product_id }) => product_id)))
  const views = [
    { name: t`Expired`, search: expiredLots() },
    { name: t`Expire within 30 days`, search: lotsExpiringWithin(expiringDays) },
    { name: t`Expire within 90 days`, search: lotsExpiringWithin(90) },
    { name: t`With used up ones`, search: { include_depleted: true } },
  ]
  return (
    <ListPage
      title={t`Lots`}
      crumbs={[{ to: '/stock', label: t`Stock` }]}
      query={query}
      exportAs="lots"
      views={views}
      tabs={<StockTabs />}
      filters={
        <>
          <ProductFilter />
          <LotFilters />
        </>
      }
    >
      <DataTable
        label={t`Lots`}
        query={query}
        columns={columns}
        rowKey={({ id }) => id}
        open={({ id }) => `/lots/${id}`}
        empty={
          <Empty title={t`No lots in stock`}>
            {t`Every delivery to the warehouse becomes a lot, with its expiry date. Goods leave by lot, first to expire first.`}
          </Empty>
        }
      />
    </ListPage>
  )
}
