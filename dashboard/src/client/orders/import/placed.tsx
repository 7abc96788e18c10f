// The orders that were placed from a sheet, with a link to each.

import type { OrdersImport } from '@anden/sdk'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Card } from '../../../ui/card.tsx'
import { Chip } from '../../../ui/chip.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { PlainTable } from '../../../ui/plain-table.tsx'
import { None } from '../../../ui/values.tsx'

type Imported = OrdersImport['orders'][number]

export function PlacedOrders({ result }: { result: OrdersImport }) {
  const { t } = useLingui()
  const { placed, existing, orders } = result
  const columns: Column<Imported>[] = [
    {
      id: 'order',
      label: t`Order`,
      cell: ({ order }) =>
        order ? (
          <Link to="/orders/$id" params={{ id: order.id }} className="numeric">
            {order.order_number}
          </Link>
        ) : (
          <None />
        ),
    },
    { id: 'reference', label: t`Reference`, cell: ({ reference }) => reference },
    {
      id: 'outcome',
      label: t`Outcome`,
      cell: ({ outcome }) =>
        outcome === 'placed' ? (
          <Chip tone="ok">{t`Placed`}</Chip>
        ) : (
          <Chip tone="info">{t`It existed already`}</Chip>
        ),
    },
  ]
  const title = plural(placed, { one: '# order placed', other: '# orders placed' })
  return (
    <div role="status">
      <Card
        title={title}
        aside={
          existing > 0 ? plural(existing, { one: '# existed already', other: '# existed already' }) : null
        }
        flush
      >
        <PlainTable
          label={t`Orders`}
          columns={columns}
          rows={orders.filter(({ order }) => order !== null)}
          rowKey={({ reference }) => reference}
          rowsAtFirst={10}
        />
      </Card>
    </div>
  )
}
