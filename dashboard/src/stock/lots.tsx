import type { Lot } from '@anden/sdk'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Empty } from '../ui/empty.tsx'
import { Expiry, expiringDays } from '../ui/expiry.tsx'
import { DayFilter, onlyFilters, SwitchFilter, useFilters } from '../ui/filters.tsx'
import { dayAfter, formatDate, today } from '../ui/format.ts'
import { ListPage } from '../ui/list-page.tsx'
import { useUnits } from '../ui/units.ts'
import { None, Quantity } from '../ui/values.tsx'
import { HoldChip } from './hold.tsx'
import { markedWeek, withoutWeek } from './marked-week.ts'
import { OnPhone } from './on-phone.tsx'
import { ProductFilter } from './product-filter.tsx'
import { lotList } from './queries.ts'
import { StockTabs } from './stock-tabs.tsx'

export function LotList() {
  const { t } = useLingui()
  const { search } = useFilters()
  const query = lotList(withoutWeek(onlyFilters(search)))
  const week = markedWeek(search)
  const isInWeek = ({ expiry_date }: Lot) =>
    week !== null && expiry_date !== null && expiry_date >= week.first && expiry_date <= week.last
  const until = (days: number) => ({ expiring_before: dayAfter(today(), days) })
  const views = [
    { name: t`Expired`, search: until(-1) },
    { name: t`Expire within 30 days`, search: until(expiringDays) },
    { name: t`Expire within 90 days`, search: until(90) },
    { name: t`With used up ones`, search: { include_depleted: true } },
  ]
  const columns: Column<Lot>[] = [
    {
      id: 'lot_number',
      label: t`Lot`,
      width: '24%',
      cell: ({ id, lot_number, hold, products }) => (
        <>
          <Link to="/lots/$id" params={{ id }} className="mono">
            {lot_number}
          </Link>{' '}
          <HoldChip hold={hold} />
          <OnPhone>{products.name}</OnPhone>
        </>
      ),
    },
    {
      id: 'product',
      label: t`Product`,
      from: 'sm',
      width: '30%',
      cell: ({ product_id, products }) => (
        <Link to="/stock/$id" params={{ id: product_id }}>
          {products.name}
        </Link>
      ),
    },
    {
      id: 'expiry_date',
      label: t`Expires`,
      width: '20%',
      cell: ({ expiry_date }) => <Expiry date={expiry_date} />,
    },
    {
      id: 'vintage_year',
      label: t`Vintage`,
      isNumeric: true,
      from: 'md',
      width: '10%',
      cell: ({ vintage_year }) => vintage_year ?? <None />,
    },
    {
      id: 'quantity',
      label: t`Quantity`,
      isNumeric: true,
      width: '16%',
      cell: (lot) => <LotQuantity {...lot} />,
    },
  ]
  return (
    <ListPage
      title={t`Lots`}
      crumbs={[{ to: '/stock', label: t`Stock` }]}
      query={query}
      exportAs="lots"
      {...(week
        ? {
            intro: (
              <Trans>
                Marked: the lots that expire from {formatDate(week.first)} to {formatDate(week.last)}. Those
                above them expire earlier.
              </Trans>
            ),
          }
        : {})}
      views={views}
      tabs={<StockTabs />}
      filters={
        <>
          <ProductFilter />
          <DayFilter name="expiring_before" label={t`Expires until`} />
          <SwitchFilter name="include_depleted" label={t`Used up ones too`} />
        </>
      }
    >
      <DataTable
        label={t`Lots`}
        query={query}
        columns={columns}
        rowKey={({ id }) => id}
        open={({ id }) => `/lots/${id}`}
        isSelected={isInWeek}
        empty={
          <Empty title={t`No lots in stock`}>
            {t`Every delivery to the warehouse becomes a lot, with its expiry date. Goods leave by lot, first to expire first.`}
          </Empty>
        }
      />
    </ListPage>
  )
}

function LotQuantity({ product_id, quantity }: Lot) {
  const unitOf = useUnits([product_id])
  return <Quantity value={quantity} unit={unitOf(product_id)} />
}
