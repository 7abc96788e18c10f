// The lines of an order. After approval, each line shows the lots of its goods, one row per lot.
import type { OrderDetail, RemitoDetail } from '@anden/sdk'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Skeleton } from '@mantine/core'
import { OnPhone } from '../../shared/stock/on-phone.tsx'
import { totalsText, useUnits } from '../../shared/stock/units.ts'
import { Card } from '../../ui/card.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { Expiry } from '../../ui/expiry.tsx'
import { PlainTable } from '../../ui/plain-table.tsx'
import { ProductCell } from '../../ui/product-cell.tsx'
import { Mono, Quantity } from '../../ui/values.tsx'

/** Before approval, or after the goods went back. */
const statesWithoutLots = new Set(['pending', 'rejected', 'cancelled'])

type Row = { line: OrderedLine; lot: TakenLot | undefined; isFirst: boolean }

/** `taken` is undefined while loading. The columns of lots are there from the beginning, so that nothing moves. */
export function OrderItems({
  order: { distribution_order_items: lines, status },
  taken,
}: {
  order: OrderDetail
  taken: readonly TakenLot[] | undefined
}) {
  const { t } = useLingui()
  const unitOf = useUnits(lines.map(({ product_id }) => product_id))
  const lots = lotsByLine(lines, taken ?? [])
  const rows = lines.flatMap((line): Row[] => {
    const ofLine = lots.get(line.id) ?? []
    if (ofLine.length === 0) return [{ line, lot: undefined, isFirst: true }]
    return ofLine.map((lot, index) => ({ line, lot, isFirst: index === 0 }))
  })
  const noLot = status === 'pending' ? <span className="quiet">{t`chosen at approval`}</span> : ''
  const hasLots = taken ? taken.length > 0 : !statesWithoutLots.has(status)
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
    {
      id: 'lot',
      label: t`Lot`,
      cell: ({ lot }) => (lot ? <LotCell {...lot} /> : taken ? noLot : <Skeleton height={12} />),
    },
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

/** The number of a lot; on a phone, its expiry date is below it. */
export function LotCell({ lot_number, expiry_date }: { lot_number: string; expiry_date: string | null }) {
  return (
    <>
      <Mono>{lot_number}</Mono>
      {expiry_date ? (
        <OnPhone>
          <Expiry date={expiry_date} />
        </OnPhone>
      ) : null}
    </>
  )
}

type OrderedLine = OrderDetail['distribution_order_items'][number]
export type TakenLot = RemitoDetail['distribution_remito_items'][number]

const thousandths = (quantity: number) => Math.round(quantity * 1_000)

/**
 * Assigns lots to lines. The remito lists the lots in the order of the lines, and an approved line gets its full
 * quantity.
 */
function lotsByLine(lines: readonly OrderedLine[], taken: readonly TakenLot[]): Map<string, TakenLot[]> {
  const left = new Map(lines.map(({ id, quantity }) => [id, thousandths(quantity)]))
  const lots = new Map<string, TakenLot[]>(lines.map(({ id }) => [id, []]))
  for (const lot of taken) {
    const line = lines.find(({ id, product_id }) => product_id === lot.product_id && (left.get(id) ?? 0) > 0)
    if (!line) continue
    left.set(line.id, (left.get(line.id) ?? 0) - thousandths(lot.quantity))
    lots.get(line.id)?.push(lot)
  }
  return lots
}
