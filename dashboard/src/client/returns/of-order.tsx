import { useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ReturnChip } from '../../shared/returns/return-words.tsx'
import { useMay } from '../../shared/session.ts'
import { Card } from '../../ui/card.tsx'
import { returnList } from './queries.ts'

/** What came back of an order, or is on its way. Nothing is shown of an order without returns. */
export function ReturnsOfOrder({ orderId }: { orderId: string }) {
  const { t } = useLingui()
  const mayRead = useMay('read:remitos')
  const { data } = useInfiniteQuery({ ...returnList({ order_id: orderId }).pages, enabled: mayRead })
  const returns = data?.pages.flatMap((page) => page.data) ?? []
  if (returns.length === 0) return null
  return (
    <Card title={t`Returns`}>
      {returns.map(({ id, number, status }) => (
        <p key={id}>
          <Link to="/returns/$id" params={{ id }} className="numeric">
            {number}
          </Link>{' '}
          <ReturnChip status={status} />
        </p>
      ))}
    </Card>
  )
}
