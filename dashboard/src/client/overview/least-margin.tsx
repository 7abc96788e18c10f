// The products with the smallest available share of their stock.
import type { StockRow } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Card, Empty } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { daysUntil } from '../../ui/format.ts'
import { PlainTable } from '../../ui/plain-table.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { StockBar } from '../../ui/stock-bar.tsx'
import { Mono, Quantity } from '../../ui/values.tsx'
import { firstProducts } from '../stock/queries.ts'
import styles from './overview.module.css'

const rowsShown = 5

export function LeastMargin() {
  const { t } = useLingui()
  const { data, error, refetch } = useQuery(firstProducts)
  const columns: Column<StockRow>[] = [
    {
      id: 'product',
      label: t`Product`,
      cell: ({ product_id, products }) => (
        <Link to="/stock/$id" params={{ id: product_id }}>
          {products.name}
        </Link>
      ),
    },
    { id: 'sku', label: t`SKU`, from: 'sm', cell: ({ products }) => <Mono>{products.sku}</Mono> },
    { id: 'bar', label: t`Available · reserved · rest`, cell: (row) => <Bar {...row} /> },
    {
      id: 'available',
      label: t`Available`,
      isNumeric: true,
      cell: ({ available_quantity, products }) => (
        <Quantity value={available_quantity ?? 0} unit={products.unit_type} />
      ),
    },
  ]
  return (
    <Card title={t`Stock with least margin`} aside={<Link to="/stock">{t`see all`}</Link>} flush>
      <div className={styles['margin']}>
        {error && !data ? (
          <ProblemNote error={error} retry={() => void refetch()} />
        ) : (
          <PlainTable
            label={t`Stock with least margin`}
            columns={columns}
            rows={data && leastMargin(data.data)}
            rowKey={({ product_id }) => product_id}
            rowsExpected={rowsShown}
            empty={
              <Empty title={t`No stock yet`}>
                {t`It appears here as soon as the warehouse has received your first goods.`}
              </Empty>
            }
          />
        )}
      </div>
    </Card>
  )
}

function Bar({ quantity, reserved_quantity, available_quantity, products }: StockRow) {
  const { t } = useLingui()
  if (quantity === 0) return <Chip tone="bad">{t`out of stock`}</Chip>
  return (
    <StockBar
      onHand={quantity}
      reserved={reserved_quantity ?? 0}
      available={available_quantity ?? 0}
      unit={products.unit_type}
    />
  )
}

const soldOutDays = 90

/** Omits products that have long been sold out. They are no longer offered, and would hide what is running out now. */
function leastMargin(rows: readonly StockRow[]): StockRow[] {
  return rows
    .filter(({ quantity, updated_at }) => quantity > 0 || daysUntil(updated_at.slice(0, 10)) > -soldOutDays)
    .toSorted((one, other) => shareLeft(one) - shareLeft(other) || available(one) - available(other))
    .slice(0, rowsShown)
}

const available = ({ available_quantity }: StockRow) => available_quantity ?? 0
const shareLeft = (row: StockRow) => (row.quantity > 0 ? available(row) / row.quantity : 0)
