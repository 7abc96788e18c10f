import { maxCountedLots } from '@anden/contract/values'
// The stock of all clients, or of one.
import type { StaffStockRow } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ListPage } from '../../shared/lists/list-page.tsx'
import { useMay } from '../../shared/session.ts'
import { OnPhone } from '../../shared/stock/on-phone.tsx'
import { PastStockNote } from '../../shared/stock/stock-summary.tsx'
import { anyQuantity } from '../../shared/stock/units.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Empty } from '../../ui/card.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EndOfDayFilter, onlyFilters, SwitchFilter, TextFilter, useFilters } from '../../ui/filters.tsx'
import { dateAt, formatNumber } from '../../ui/format.ts'
import { StockBar } from '../../ui/stock-bar.tsx'
import { Moment, Mono, None, Quantity } from '../../ui/values.tsx'
import { ClientFilter } from '../client-field.tsx'
import { staffStockList } from './queries.ts'

export function WarehouseStock() {
  const { t } = useLingui()
  const { search } = useFilters()
  const at = typeof search['at'] === 'string' ? search['at'] : null
  const query = staffStockList(onlyFilters(search))
  const columns = useColumns(at !== null)
  const mayReceive = useMay('staff:stock')
  const views = [
    { name: t`Only with stock`, search: { min_quantity: anyQuantity } },
    { name: t`Only archived`, search: { archived: true } },
  ]
  return (
    <ListPage
      title={t`Stock`}
      crumbs={[{ to: '/warehouse', label: t`Warehouse` }]}
      query={query}
      exportAs={at ? `stock-${dateAt(Date.parse(at))}` : 'stock'}
      {...(at ? { intro: <PastStockNote at={at} /> } : {})}
      views={views}
      filters={
        <>
          <TextFilter name="q" label={t`SKU or name`} />
          <ClientFilter />
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
        open={({ product_id }) => `/warehouse/stock/${product_id}`}
        empty={
          <Empty
            title={t`No products yet`}
            action={
              mayReceive ? <ButtonLink to="/warehouse/clients">{t`Open a client`}</ButtonLink> : undefined
            }
          >
            {t`Products are added on the page of their client. What has been received of them is then shown here.`}
          </Empty>
        }
      />
    </ListPage>
  )
}

function useColumns(isPast: boolean): Column<StaffStockRow>[] {
  const { t } = useLingui()
  const quantity = (value: number | null, { unit_type }: StaffStockRow['products']) =>
    value === null ? <None /> : <Quantity value={value} unit={unit_type} />
  const ofNow: Column<StaffStockRow>[] = [
    { id: 'bar', label: t`Available · reserved · rest`, from: 'md', cell: (row) => <Bar {...row} /> },
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
  ]
  return [
    {
      id: 'product',
      label: t`Product`,
      cell: ({ product_id, products, client_name }) => (
        <>
          <Link to="/warehouse/stock/$id" params={{ id: product_id }}>
            {products.name}
          </Link>
          <OnPhone>{client_name}</OnPhone>
        </>
      ),
    },
    {
      id: 'sku',
      label: t`SKU`,
      width: '11%',
      from: 'sm',
      cell: ({ products }) => <Mono>{products.sku}</Mono>,
    },
    { id: 'client', label: t`Client`, width: '15%', from: 'sm', cell: ({ client_name }) => client_name },
    ...(isPast ? [] : ofNow),
    {
      id: 'quantity',
      label: t`On hand`,
      isNumeric: true,
      from: isPast ? undefined : 'sm',
      cell: (row) => quantity(row.quantity, row.products),
    },
    ...(isPast ? [] : [{ ...lotCount, label: t`Lots` }]),
    {
      id: 'updated_at',
      label: t`Changed`,
      isNumeric: true,
      from: 'lg',
      cell: ({ updated_at }) => <Moment at={updated_at} ago />,
    },
  ]
}

const lotCount: Omit<Column<StaffStockRow>, 'label'> = {
  id: 'lots',
  isNumeric: true,
  from: 'lg',
  cell: ({ lots }) => `${formatNumber(lots ?? 0)}${lots === maxCountedLots ? '+' : ''}`,
}

function Bar({ quantity, reserved_quantity, available_quantity, products }: StaffStockRow) {
  return (
    <StockBar
      onHand={quantity}
      reserved={reserved_quantity ?? 0}
      available={available_quantity ?? 0}
      unit={products.unit_type}
    />
  )
}
