import type { Lot } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Card } from '../ui/card.tsx'
import type { Column } from '../ui/data-table.tsx'
import { Empty } from '../ui/empty.tsx'
import { Expiry } from '../ui/expiry.tsx'
import { PlainTable } from '../ui/plain-table.tsx'
import { ProblemNote } from '../ui/problem.tsx'
import { None, Quantity } from '../ui/values.tsx'
import { HoldReason } from './hold.tsx'
import { lotsOf } from './queries.ts'

export function ProductLots({ productId, unit }: { productId: string; unit: string }) {
  const { t } = useLingui()
  const { data, error, refetch } = useQuery(lotsOf(productId))
  const columns: Column<Lot>[] = [
    {
      id: 'lot',
      label: t`Lot`,
      cell: ({ id, lot_number, hold }) => (
        <>
          <Link to="/lots/$id" params={{ id }} className="mono">
            {lot_number}
          </Link>
          <HoldReason hold={hold} />
        </>
      ),
    },
    { id: 'expires', label: t`Expires`, cell: ({ expiry_date }) => <Expiry date={expiry_date} /> },
    {
      id: 'vintage',
      label: t`Vintage`,
      isNumeric: true,
      from: 'sm',
      cell: ({ vintage_year }) => vintage_year ?? <None />,
    },
    {
      id: 'quantity',
      label: t`Quantity`,
      isNumeric: true,
      cell: ({ quantity }) => <Quantity value={quantity} unit={unit} />,
    },
  ]
  const all = { product_id: productId, include_depleted: true }
  const aside = (
    <Link to="/stock/lots" search={all}>
      {t`used up ones too`}
    </Link>
  )
  return (
    <Card title={t`Lots in stock, first to expire first`} aside={aside} flush>
      {error && !data ? (
        <ProblemNote error={error} retry={() => void refetch()} />
      ) : (
        <PlainTable
          label={t`Lots`}
          columns={columns}
          rows={data?.data}
          rowKey={({ id }) => id}
          rowsAtFirst={10}
          empty={
            <Empty
              title={t`No lot is in stock`}
            >{t`The next delivery to the warehouse becomes a lot.`}</Empty>
          }
        />
      )}
    </Card>
  )
}
