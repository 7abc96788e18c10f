import type { LotPick, OrderPicks, Shortage, StaffOrderDetail } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { HoldReason } from '../../shared/stock/hold.tsx'
import { LotLink } from '../../shared/stock/links.tsx'
import { Chip } from '../../ui/chip.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { Expiry } from '../../ui/expiry.tsx'
import { formatNumber } from '../../ui/format.ts'
import { PlainTable } from '../../ui/plain-table.tsx'
import { None, Quantity } from '../../ui/values.tsx'
import { useStaffUnits } from '../stock/use-staff-units.ts'
import styles from './detail.module.css'
import { shortageText } from './shortage-text.ts'

type Item = StaffOrderDetail['distribution_order_items'][number]

/** `picks` is undefined while loading. */
export function Items({ order, picks }: { order: StaffOrderDetail; picks: OrderPicks | undefined }) {
  const { t } = useLingui()
  const unitOf = useStaffUnits(order.distribution_order_items.map(({ product_id }) => product_id))
  const lotsOf = (item: Item) => picks?.items[order.distribution_order_items.indexOf(item)]?.picks ?? []
  const shortageOf = ({ product_id }: Item) =>
    picks?.shortages.find((short) => short.product_id === product_id)
  const columns: Column<Item>[] = [
    {
      id: 'product',
      label: t`Product`,
      width: '45%',
      cell: ({ product_id, products, vintage_year, notes }) => (
        <>
          <Link to="/warehouse/stock/$id" params={{ id: product_id }}>
            {products.name}
          </Link>
          <small className="mono">{products.sku}</small>
          {vintage_year ? <small>{t`vintage ${vintage_year}`}</small> : null}
          {notes ? <small>{notes}</small> : null}
        </>
      ),
    },
    {
      id: 'lots',
      label: t`Lots`,
      width: '40%',
      cell: (item) =>
        picks ? (
          <LotsOfItem lots={lotsOf(item)} shortage={shortageOf(item)} />
        ) : (
          <Skeleton height={12} width="70%" />
        ),
    },
    {
      id: 'quantity',
      label: t`Quantity`,
      isNumeric: true,
      cell: ({ product_id, quantity }) => <Quantity value={quantity} unit={unitOf(product_id)} />,
    },
  ]
  return (
    <div className={styles['items']}>
      <PlainTable
        label={t`Items`}
        columns={columns}
        rows={order.distribution_order_items}
        rowKey={({ id }) => id}
      />
    </div>
  )
}

type LotsOfItemProps = { lots: readonly LotPick[]; shortage: Shortage | undefined }

function LotsOfItem({ lots, shortage }: LotsOfItemProps) {
  return (
    <>
      {lots.length === 0 && !shortage ? <None /> : null}
      {lots.map(({ lot_id, lot_number, quantity, expiry_date, hold }) => (
        <span key={lot_id} className={styles['lot']}>
          <LotLink id={lot_id} number={lot_number} /> · {formatNumber(quantity)}
          {expiry_date ? (
            <>
              {' · '}
              <Expiry date={expiry_date} />
            </>
          ) : null}
          <HoldReason hold={hold} />
        </span>
      ))}
      {shortage ? <Chip tone="bad">{shortageText({ ...shortage, name: '' })}</Chip> : null}
    </>
  )
}
