// One order as the warehouse sees it: the lots before and after approval, the possible actions, and the history.

import { actionsIn, movesIn, type OrderMove, orderTransitions } from '@anden/contract/values'
import type { StaffOrderDetail } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type ById, startReading } from '../../shared/api.ts'
import { OrderChip, OrderReference, presentReason, useOrderStateName } from '../../shared/order-status.tsx'
import { AttachmentLink } from '../../shared/orders/attachment-link.tsx'
import { NoAddressChip } from '../../shared/orders/delivery.tsx'
import { OrderChanges } from '../../shared/orders/order-changes.tsx'
import { TripFacts } from '../../shared/orders/trip-of-order.tsx'
import { useMay } from '../../shared/session.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card, Columns, Facts, Stacked } from '../../ui/card.tsx'
import { Detail } from '../../ui/detail.tsx'
import { useKeysOfPage } from '../../ui/keys-of-page.ts'
import { dialogOnDemand, usePreload } from '../../ui/on-demand.tsx'
import { Page } from '../../ui/page.tsx'
import { Actor, Moment } from '../../ui/values.tsx'
import { clientById, markOrdersOld, picksOf, staffOrderById } from '../queries.ts'
import { ReturnsOfOrder } from '../returns/of-order.tsx'
import { useStaffUnits } from '../stock/use-staff-units.ts'
import styles from './detail.module.css'
import { Items } from './items.tsx'
import { addToTripKey, canGoOnTrip, isToPick, keyOf, useActionTexts } from './order-actions.ts'
import { Packing } from './packing.tsx'
import { RemitoOfOrder } from './remito-of-order.tsx'
import { useOrderActions } from './use-order-actions.ts'

const AddToTripDialog = dialogOnDemand(
  async () => (await import('../trips/add-to-trip-dialog.tsx')).AddToTripDialog,
)
const ReasonDialog = dialogOnDemand(async () => (await import('./reason-dialog.tsx')).ReasonDialog)
const route = getRouteApi('/shell/warehouse/orders/$id')

export const load = ({ params }: ById) => startReading(staffOrderById(params.id))

export function WarehouseOrder() {
  const { id } = route.useParams()
  return <Detail query={staffOrderById(id)}>{(order) => <OrderPage {...order} />}</Detail>
}

function OrderPage(order: StaffOrderDetail) {
  const { t } = useLingui()
  const texts = useActionTexts()
  const mayAct = useMay('staff:orders')
  const mayReturn = useMay('staff:stock') && order.status === 'delivered'
  const { act, isPending: isActing } = useOrderActions({ keep: markOrdersOld })
  usePreload(ReasonDialog.preload)
  const [asking, setAsking] = useState<OrderMove | null>(null)
  const [isAdding, setAdding] = useState(false)
  const picks = useQuery(picksOf(order.id))
  const unitOf = useStaffUnits(order.changes.flatMap(({ lines }) => lines.map((line) => line.product_id)))
  const possible = mayAct ? movesIn(order.status, 'staff') : []
  const send = (action: OrderMove, reason?: string) =>
    void act({ orders: [order], action, ...(reason ? { reason } : {}) })
  const perform = (action: OrderMove) => {
    if (isActing) return
    if (orderTransitions[action].needsReason) setAsking(action)
    else send(action)
  }
  const mayAdd = mayAct && canGoOnTrip(order)
  useKeysOfPage([
    ...possible.map((action) => ({
      key: keyOf[action],
      label: texts[action],
      press: () => perform(action),
    })),
    ...(mayAdd ? [{ key: addToTripKey, label: t`Add to a trip`, press: () => setAdding(true) }] : []),
  ])
  const actions = possible.toReversed().map((action) => (
    <Button
      key={action}
      variant={action === possible[0] ? 'filled' : 'default'}
      loading={isActing && action === possible[0]}
      onClick={() => perform(action)}
      aria-keyshortcuts={keyOf[action]}
    >
      {texts[action]}
    </Button>
  ))
  const itemsTitle =
    order.status === 'pending' ? t`Items, with the lots to take` : t`Items, with the lots that were taken`
  return (
    <Page
      title={order.order_number}
      mark={
        <>
          <OrderChip status={order.status} /> <OrderReference {...order} /> <NoAddressChip {...order} />
        </>
      }
      intro={presentReason(order)}
      crumbs={[
        { to: '/warehouse', label: t`Warehouse` },
        { to: '/warehouse/orders', label: t`Orders` },
      ]}
      actions={
        <>
          {mayAct && isToPick(order) ? (
            <ButtonLink to="/warehouse/orders/$id/prepare" params={{ id: order.id }}>
              {t`Check by scan`}
            </ButtonLink>
          ) : null}
          {mayAdd ? (
            <Button onClick={() => setAdding(true)} aria-keyshortcuts={addToTripKey}>
              {t`Add to a trip…`}
            </Button>
          ) : null}
          {mayReturn ? (
            <ButtonLink to="/warehouse/orders/$id/return" params={{ id: order.id }}>
              {t`Goods come back`}
            </ButtonLink>
          ) : null}
          {mayAct && actionsIn(order.status, 'staff').includes('update') ? (
            <ButtonLink to="/warehouse/orders/$id/change" params={{ id: order.id }}>
              {t`Change order`}
            </ButtonLink>
          ) : null}
          {actions}
        </>
      }
    >
      <Columns columns="2fr 1fr">
        <Stacked>
          <Card title={itemsTitle} flush>
            <Items order={order} picks={picks.data} />
          </Card>
          <OrderChanges changes={order.changes} unitOf={unitOf} />
          <WhatHappened {...order} />
        </Stacked>
        <Stacked>
          <Packing {...order} />
          <TripOfOrder {...order} />
          <Delivery {...order} />
          <FilesOfClient {...order} />
          {order.status === 'pending' ? null : <RemitoOfOrder orderId={order.id} />}
          {order.status === 'delivered' ? <ReturnsOfOrder orderId={order.id} /> : null}
        </Stacked>
      </Columns>
      {isAdding ? <AddToTripDialog orders={[order]} close={() => setAdding(false)} /> : null}
      {asking ? (
        <ReasonDialog
          orders={[order]}
          action={asking}
          close={() => setAsking(null)}
          confirm={(reason) => {
            setAsking(null)
            send(asking, reason)
          }}
        />
      ) : null}
    </Page>
  )
}

function WhatHappened({ timeline }: StaffOrderDetail) {
  const { t } = useLingui()
  const nameOf = useOrderStateName()
  return (
    <Card title={t`What happened`} flush>
      <ol className={styles['steps']}>
        {timeline.map(({ status, at, by, by_name, reason }) => (
          <li key={`${status}${at}`}>
            <Moment at={at} />
            <span>
              <b>{nameOf(status)}</b> · <Actor actor={by} name={by_name} />
              {reason ? <small>{reason}</small> : null}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  )
}

/** The trip that the order is on, of a draft too, or was on last. */
function TripOfOrder({ trip_id, trip_number, trip }: StaffOrderDetail) {
  const { t } = useLingui()
  if (trip_id === null) return null
  return (
    <Card
      title={t`Trip`}
      aside={
        <Link to="/warehouse/trips/$id" params={{ id: trip_id }} className="numeric">
          {trip_number}
        </Link>
      }
    >
      {trip ? <TripFacts trip={trip} /> : <p className="quiet">{t`It has not departed yet.`}</p>}
    </Card>
  )
}

function RecipientFact({ id, name, phone }: StaffOrderDetail['destinatario']) {
  return (
    <>
      <Link to="/warehouse/orders/list" search={{ destinatario_id: id }}>
        {name}
      </Link>
      {phone ? <div className="quiet">{phone}</div> : null}
    </>
  )
}

/** The PDFs that the client attached. */
function FilesOfClient({ id, distribution_order_attachments: files }: StaffOrderDetail) {
  const { t } = useLingui()
  if (files.length === 0) return null
  return (
    <Card title={t`Attached by the client`}>
      {files.map((file) => (
        <p key={file.id} className={styles['remito']}>
          <span>{file.file_name}</span>
          <span className="quiet">
            <Moment at={file.created_at} />
          </span>
          <AttachmentLink order={staffOrderById(id)} {...file} />
        </p>
      ))}
    </Card>
  )
}

function Delivery(order: StaffOrderDetail) {
  const { t } = useLingui()
  const client = useQuery(clientById(order.client_id))
  return (
    <Card title={t`Delivery`}>
      <Facts
        entries={[
          [t`Client`, client.data?.name ?? <Skeleton key="client" height={20} width={140} />],
          [t`Recipient`, <RecipientFact key="recipient" {...order.destinatario} />],
          [t`Contact`, order.delivery_contact],
          [t`Address`, order.delivery_address],
          [t`City`, [order.delivery_city, order.delivery_province].filter(Boolean).join(', ')],
          [t`Kind of delivery`, order.delivery_type === 'retiro' ? t`The recipient collects` : t`We deliver`],
          [t`Delivery hours`, order.destinatario.delivery_schedule],
          [t`Notes`, order.notes],
          [t`Placed`, <Moment key="placed" at={order.created_at} />],
        ]}
      />
    </Card>
  )
}
