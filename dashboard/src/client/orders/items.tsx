// The lines of an order. After approval, each line shows the lots of its goods, one row per lot.
import type { OrderDetail } from '@anden/sdk'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { totalsText, useUnits } from '../../shared/stock/units.ts'
import { Card } from '../../ui/card.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { Expiry } from '../../ui/expiry.tsx'
import { PlainTable } from '../../ui/plain-table.tsx'
import { ProductCell } from '../../ui/product-cell.tsx'
import { Quantity } from '../../ui/values.tsx'
import { LotCell } from './lot-cell.tsx'
import { lotsByLine, type OrderedLine, type TakenLot } from './lots-by-line.ts'

type Row = { line: OrderedLine; lot: TakenLot | undefined; isFirst: boolean }

export function OrderItems({
  order: { distribution_order_items: lines, status },
  taken,
}: {
  order: OrderDetail
  taken: readonly TakenLot[]
}) {
  const { t } = useLingui()
  const unitOf = useUnits(lines.map(({ product_id }) => product_id))
  const lots = lotsByLine(lines, taken)
  const rows = lines.flatMap((line): Row[] => {
    const ofLine = lots.get(line.id) ?? []
    if (ofLine.length === 0) return [{ line, lot: undefined, isFirst: true }]
    return ofLine.map((lot, index) => ({ line, lot, isFirst: index === 0 }))
  })
  const noLot = status === 'pending' ? <span className="quiet">{t`chosen at approval`}</span> : ''
  const hasLots = taken.length > 0
  const columns: Column<Row>[] = [
    {
      id: 'product',
      label: t`Product`,
      cell: ({ line: { product_id, products, vintage_year, notes }, isFirst }) =>
        isFirst ? (
          <ProductCell id={product_id} {...products}>
            {[vintage_year ? t`vintage ${vintage_year}` : null, notes].filter(Boolean).join(' · ')}
          </ProductCell>
        ) : (
          <span className="visually-hidden">{products.name}</span>
        ),
    },
    { id: 'lot', label: t`Lot`, cell: ({ lot }) => (lot ? <LotCell {...lot} /> : noLot) },
    {
      id: 'expiry',
      label: t`Expires`,
      from: 'sm',
      cell: ({ lot }) => (lot ? <Expiry date={lot.expiry_date} /> : null),
    },
    {
      id: 'quantity',
      label: t`Quantity`,
      isNumeric: true,
      cell: ({ line, lot }) => <Quantity value={(lot ?? line).quantity} unit={unitOf(line.product_id)} />,
    },
  ]
  const total = totalsText(lines.map(({ quantity, product_id }) => ({ quantity, unit: unitOf(product_id) })))
  const count = plural(lines.length, { one: '# line', other: '# lines' })
  // An order has no lots before approval, or after a rejection.
  const isShown = (id: string) =>
    id === 'expiry' ? hasLots : id === 'lot' ? hasLots || status === 'pending' : true
  return (
    <Card title={t`Products`} aside={t`${total} in ${count}`} flush>
      <PlainTable
        label={t`Products`}
        columns={columns.filter(({ id }) => isShown(id))}
        rows={rows}
        rowKey={({ line, lot }) => `${line.id} ${lot?.id}`}
      />
    </Card>
  )
}
