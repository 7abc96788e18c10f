import { useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ReturnChip } from '../../shared/returns/return-words.tsx'
import { Card } from '../../ui/card.tsx'
import { staffReturnList } from './queries.ts'

/** What came back of an order, or is on its way. Nothing is shown of an order without returns. */
export function ReturnsOfOrder({ orderId }: { orderId: string }) {
  const { t } = useLingui()
  const { data } = useInfiniteQuery(staffReturnList({ order_id: orderId }).pages)
  const returns = data?.pages.flatMap((page) => page.data) ?? []
  if (returns.length === 0) return null
  return (
    <Card title={t`Returns`}>
      {returns.map(({ id, number, status }) => (
        <p key={id}>
          <Link to="/warehouse/returns/$id" params={{ id }} className="numeric">
            {number}
          </Link>{' '}
          <ReturnChip status={status} />
        </p>
      ))}
    </Card>
  )
}
