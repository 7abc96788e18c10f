import type { StockRow } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ListPage } from '../../shared/lists/list-page.tsx'
import { PastStockNote } from '../../shared/stock/stock-summary.tsx'
import { anyQuantity } from '../../shared/stock/units.ts'
import { Empty } from '../../ui/card.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EndOfDayFilter, onlyFilters, SwitchFilter, TextFilter, useFilters } from '../../ui/filters.tsx'
import { dateAt, dayAfter, endOfDay, realToday } from '../../ui/format.ts'
import { StockBar } from '../../ui/stock-bar.tsx'
import { Moment, Mono, None, Quantity } from '../../ui/values.tsx'
import { ProductFilter } from './product-filter.tsx'
import { stockList } from './queries.ts'
import { StockTabs } from './stock-tabs.tsx'

export function StockList() {
  const { t } = useLingui()
  const { search } = useFilters()
  const at = typeof search['at'] === 'string' ? search['at'] : null
  const query = stockList(onlyFilters(search))
  const columns = useColumns(at !== null)
  const views = [
    { name: t`Only with stock`, search: { min_quantity: anyQuantity } },
    { name: t`At the end of last month`, search: { at: endOfLastMonth() } },
    { name: t`Only archived`, search: { archived: true } },
  ]
  return (
    <ListPage
      title={t`Stock`}
      query={query}
      exportAs={at ? `stock-${dateAt(Date.parse(at))}` : 'stock'}
      {...(at ? { intro: <PastStockNote at={at} /> } : {})}
      views={views}
      tabs={<StockTabs />}
      filters={
        <>
          <TextFilter name="q" label={t`SKU or name`} />
          {search['product_id'] === undefined ? null : <ProductFilter />}
          <EndOfDayFilter name="at" label={t`At the end of`} />
          <SwitchFilter name="min_quantity" label={t`Only with stock`} value={anyQuantity} />
          <SwitchFilter name="archived" label={t`Only archived`} />
        </>
      }
    >
      <DataTable
        label={t`Stock`}
        query={query}
        columns={columns}
        rowKey={({ product_id }) => product_id}
        open={({ product_id }) => `/stock/${product_id}`}
        empty={
          <Empty title={t`No products yet`}>
            {t`The warehouse adds your products when it receives your first goods. What can be sold is then shown here.`}
          </Empty>
        }
      />
    </ListPage>
  )
}

const endOfLastMonth = () => endOfDay(dayAfter(`${realToday().slice(0, 7)}-01`, -1))

function useColumns(isPast: boolean): Column<StockRow>[] {
  const { t } = useLingui()
  const quantity = (value: number | null, { unit_type }: StockRow['products']) =>
    value === null ? <None /> : <Quantity value={value} unit={unit_type} />
  const product: Column<StockRow> = {
    id: 'product',
    label: t`Product`,
    width: '30%',
    cell: ({ product_id, products }) => (
      <Link to="/stock/$id" params={{ id: product_id }}>
        {products.name}
      </Link>
    ),
  }
  const sku: Column<StockRow> = {
    id: 'sku',
    label: t`SKU`,
    width: '13%',
    from: 'sm',
    cell: ({ products }) => <Mono>{products.sku}</Mono>,
  }
  const onHand: Column<StockRow> = {
    id: 'quantity',
    label: t`On hand`,
    isNumeric: true,
    from: 'sm',
    cell: (row) => quantity(row.quantity, row.products),
  }
  const changed: Column<StockRow> = {
    id: 'updated_at',
    label: t`Changed`,
    isNumeric: true,
    from: 'md',
    cell: ({ updated_at }) => <Moment at={updated_at} ago />,
  }
  if (isPast) return [product, sku, { ...onHand, from: undefined }, changed]
  return [
    product,
    sku,
    { id: 'bar', label: t`Available · reserved · rest`, from: 'sm', cell: (row) => <Bar {...row} /> },
    {
      id: 'available_quantity',
      label: t`Available`,
      isNumeric: true,
      cell: (row) => quantity(row.available_quantity, row.products),
    },
    {
      id: 'reserved_quantity',
      label: t`Reserved`,
      isNumeric: true,
      from: 'md',
      cell: (row) => quantity(row.reserved_quantity, row.products),
    },
    onHand,
    changed,
  ]
}

function Bar({ quantity, reserved_quantity, available_quantity, products }: StockRow) {
  return (
    <StockBar
      onHand={quantity}
      reserved={reserved_quantity ?? 0}
      available={available_quantity ?? 0}
      unit={products.unit_type}
    />
  )
}
