import { actionsIn } from '@anden/contract/values'
import type { OrderDetail } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { type ById, startReading } from '../../shared/api.ts'
import { isSandbox } from '../../shared/environment.ts'
import { OrderChip, OrderReference } from '../../shared/order-status.tsx'
import { OrderChanges } from '../../shared/orders/order-changes.tsx'
import { useMay } from '../../shared/session.ts'
import { useUnits } from '../../shared/stock/units.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Columns, Stacked } from '../../ui/card.tsx'
import { Detail } from '../../ui/detail.tsx'
import { Page } from '../../ui/page.tsx'
import { AcceptanceOfRemito } from '../remitos/acceptance.tsx'
import { remitoById } from '../remitos/queries.ts'
import { ReturnsOfOrder } from '../returns/of-order.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { OrderDelivery } from './delivery.tsx'
import { OrderDocuments } from './documents.tsx'
import { OrderEvents } from './events.tsx'
import { OrderItems } from './items.tsx'
import { orderById, remitosOfOrder } from './queries.ts'
import { OrderTimeline } from './timeline.tsx'

/** Orders of live data are without it. */
const SimulatorCard = lazy(async () => ({
  default: (await import('../sandbox/simulator-card.tsx')).SimulatorCard,
}))

const route = getRouteApi('/shell/orders/$id')

export const load = ({ params }: ById) => startReading(orderById(params.id))

export function OrderDetailPage() {
  const { id } = route.useParams()
  return <Detail query={orderById(id)}>{(order) => <OrderPage key={id} {...order} />}</Detail>
}

function OrderPage(order: OrderDetail) {
  const { t } = useLingui()
  const [isCancelling, setCancelling] = useState(false)
  const remitos = useQuery(remitosOfOrder(order.id))
  const seesRemitos = useMay('read:remitos')
  const issued = remitos.data?.data.find(({ status }) => status === 'issued')
  const taken = useQuery({ ...remitoById(issued?.id ?? ''), enabled: issued !== undefined })
  const unitOf = useUnits(order.changes.flatMap(({ lines }) => lines.map(({ product_id }) => product_id)))
  const isReading = issued ? taken.isPending : remitos.isPending
  const lots = isReading ? undefined : (taken.data?.distribution_remito_items ?? [])
  return (
    <Page
      title={order.order_number}
      mark={
        <>
          <OrderChip status={order.status} /> <OrderReference {...order} />
        </>
      }
      crumbs={[{ to: '/orders', label: t`Orders` }]}
      actions={<Actions order={order} cancel={() => setCancelling(true)} />}
    >
      <OrderTimeline {...order} />
      <Columns columns="2fr 1fr">
        <Stacked>
          {isSandbox ? (
            <Suspense fallback={<Skeleton height={190} />}>
              <SimulatorCard order={order} />
            </Suspense>
          ) : null}
          <OrderItems order={order} taken={lots} />
          <OrderDocuments order={order} remitos={remitos.data?.data ?? []} />
          <OrderChanges changes={order.changes} unitOf={unitOf} />
          {order.acceptance && issued && seesRemitos ? <AcceptanceOfRemito id={issued.id} /> : null}
        </Stacked>
        <Stacked>
          <OrderDelivery {...order} />
          <OrderEvents orderId={order.id} remitoIds={remitos.data?.data.map(({ id }) => id) ?? []} />
          {order.status === 'delivered' ? <ReturnsOfOrder orderId={order.id} /> : null}
        </Stacked>
      </Columns>
      {isCancelling ? (
        <CancelDialog order={order} remito={issued} lots={lots ?? []} close={() => setCancelling(false)} />
      ) : null}
    </Page>
  )
}

function Actions({ order, cancel }: { order: OrderDetail; cancel: () => void }) {
  const { t } = useLingui()
  const mayWrite = useMay('write:orders')
  const isCancellable = actionsIn(order.status, 'client').includes('cancel')
  return (
    <>
      {mayWrite && actionsIn(order.status, 'client').includes('update') ? (
        <ButtonLink to="/orders/$id/change" params={{ id: order.id }}>
          {t`Change order`}
        </ButtonLink>
      ) : null}
      {mayWrite && isCancellable ? <Button onClick={cancel}>{t`Cancel order`}</Button> : null}
      {mayWrite ? (
        <ButtonLink to="/orders/new" search={{ again: order.id }}>
          {t`Order again`}
        </ButtonLink>
      ) : null}
      <Button onClick={() => window.print()}>{t`Print`}</Button>
    </>
  )
}
