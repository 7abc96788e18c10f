import { actionsIn } from '@anden/contract/values'
import type { Destinatario, OrderDetail } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { useQueries, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { OrderChip } from '../../../shared/order-status.tsx'
import { useUnits } from '../../../shared/stock/units.ts'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { Card } from '../../../ui/card.tsx'
import { Detail, DetailSkeleton } from '../../../ui/detail.tsx'
import { Page } from '../../../ui/page.tsx'
import { destinatarioById } from '../../destinatarios/queries.ts'
import { allLotsOf, stockOf } from '../../stock/queries.ts'
import { orderById } from '../queries.ts'
import { fieldsOf } from './order-fields.ts'
import { OrderForm } from './order-form.tsx'

const route = getRouteApi('/shell/orders/$id/change')

/** The form of a new order, filled in with a pending one. */
export function ChangeOrderPage() {
  const { id } = route.useParams()
  return <Detail query={orderById(id)}>{(order) => <ChangeOrder key={id} order={order} />}</Detail>
}

function ChangeOrder({ order }: { order: OrderDetail }) {
  const recipient = useQuery(destinatarioById(order.destinatario_id))
  const isReadingGoods = useReadingGoods(order)
  if (!actionsIn(order.status, 'client').includes('update')) return <NotChangeable {...order} />
  return recipient.isPending || isReadingGoods ? (
    <DetailSkeleton />
  ) : (
    <Filled order={order} recipient={recipient.data} />
  )
}

/** What its lines show is read before the form is shown, so that no line grows under the eyes. */
function useReadingGoods(order: OrderDetail): boolean {
  const [ids] = useState(() => [
    ...new Set(order.distribution_order_items.map(({ product_id }) => product_id)),
  ])
  const stock = useQueries({ queries: ids.map(stockOf) })
  const lots = useQueries({ queries: ids.map(allLotsOf) })
  const unitOf = useUnits(ids)
  const isUnitMissing = ids.some((id) => unitOf(id) === '') && !stock.some(({ isError }) => isError)
  return isUnitMissing || [...stock, ...lots].some(({ isPending }) => isPending)
}

function Filled({ order, recipient }: { order: OrderDetail; recipient: Destinatario | undefined }) {
  const [initial] = useState(() => fieldsOf(order, recipient))
  return <OrderForm initial={initial} draft={`orders.change.${order.id}`} changed={{ order, recipient }} />
}

function NotChangeable({ id, order_number: number, status }: OrderDetail) {
  const { t } = useLingui()
  return (
    <Page
      title={t`Change order ${number}`}
      mark={<OrderChip status={status} />}
      crumbs={[
        { to: '/orders', label: t`Orders` },
        { to: `/orders/${id}`, label: number },
      ]}
    >
      <Card title={t`The order can no longer be changed`}>
        <p>{t`The warehouse has already decided on it, or it is cancelled.`}</p>
        <p>
          <ButtonLink to="/orders/$id" params={{ id }}>
            {t`Show the order`}
          </ButtonLink>
        </p>
      </Card>
    </Page>
  )
}
