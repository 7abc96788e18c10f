import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useLotColumns } from '../../shared/stock/lot-columns.tsx'
import { Card, Empty } from '../../ui/card.tsx'
import { PlainTable } from '../../ui/plain-table.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { lotsOf } from './queries.ts'

export function ProductLots({ productId, unit }: { productId: string; unit: string }) {
  const { t } = useLingui()
  const { data, error, refetch } = useQuery(lotsOf(productId))
  const columns = useLotColumns(unit)
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
