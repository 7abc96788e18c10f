// One order as the warehouse sees it: the lots before approval and after, what can be done, who did what.
import type { OrderStatus } from '@anden/contract'
import type { LotPick, OrderPicks, Shortage, StaffOrderDetail } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '../../shell/session.ts'
import { Card, Columns, Stacked } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { Detail } from '../../ui/detail.tsx'
import { Expiry } from '../../ui/expiry.tsx'
import { Facts } from '../../ui/facts.tsx'
import { formatNumber } from '../../ui/format.ts'
import { OrderChip, useOrderStates } from '../../ui/order-status.tsx'
import { Page } from '../../ui/page.tsx'
import { PlainTable } from '../../ui/plain-table.tsx'
import { Moment, None } from '../../ui/values.tsx'
import { clientById, picksOf, staffOrderById } from '../queries.ts'
import styles from './detail.module.css'
import { actionsIn, keyOf, needsReason, type OrderAction, useActionTexts } from './order-actions.ts'
import { Outcomes } from './outcomes.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { useOrderActions } from './use-order-actions.ts'

const route = getRouteApi('/shell/warehouse/orders/$id')

export function WarehouseOrder() {
  const { id } = route.useParams()
  return <Detail query={staffOrderById(id)}>{(order) => <OrderPage {...order} />}</Detail>
}

function OrderPage(order: StaffOrderDetail) {
  const { t } = useLingui()
  const states = useOrderStates()
  const texts = useActionTexts()
  const mayAct = useMay('staff:orders')
  const { act, isActing, outcomes, clear } = useOrderActions()
  const [asking, setAsking] = useState<OrderAction | null>(null)
  const client = useQuery(clientById(order.client_id))
  const picks = useQuery(picksOf(order.id))
  const possible = mayAct ? (actionsIn[order.status] ?? []) : []
  const perform = (action: OrderAction) =>
    needsReason.has(action) ? setAsking(action) : act({ orders: [order], action })
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
  return (
    <Page
      title={order.order_number}
      mark={<OrderChip status={order.status} />}
      intro={order.status_reason}
      crumbs={[
        { to: '/warehouse', label: t`Warehouse` },
        { to: '/warehouse/orders', label: t`Orders` },
      ]}
      actions={actions}
    >
      <Outcomes outcomes={outcomes} clear={clear} />
      <Columns columns="2fr 1fr">
        <Stacked>
          <Card
            title={
              picks.data?.taken ? t`Items, with the lots that were taken` : t`Items, with the lots to take`
            }
            flush
          >
            <Items order={order} picks={picks.data} />
          </Card>
          <Card title={t`What happened`} flush>
            <ol className={styles['steps']}>
              {order.timeline.map(({ status, at, by, reason }) => (
                <li key={`${status}${at}`}>
                  <Moment at={at} />
                  <span>
                    <b>{states[status as OrderStatus] ?? status}</b> · {by}
                    {reason ? <small>{reason}</small> : null}
                  </span>
                </li>
              ))}
            </ol>
          </Card>
        </Stacked>
        <Card title={t`Delivery`}>
          <Facts
            entries={[
              [t`Client`, client.data?.name ?? null],
              [t`Contact`, order.delivery_contact],
              [t`Address`, order.delivery_address],
              [t`Place`, [order.delivery_city, order.delivery_province].filter(Boolean).join(', ')],
              [t`How`, order.delivery_type === 'retiro' ? t`The recipient collects` : t`We deliver`],
              [t`Notes`, order.notes],
              [t`Placed`, <Moment key="placed" at={order.created_at} />],
            ]}
          />
        </Card>
      </Columns>
      {asking ? (
        <ReasonDialog
          orders={[order]}
          action={asking}
          close={() => setAsking(null)}
          confirm={(reason) => {
            setAsking(null)
            act({ orders: [order], action: asking, reason })
          }}
        />
      ) : null}
    </Page>
  )
}

type Item = StaffOrderDetail['distribution_order_items'][number]

function Items({ order, picks }: { order: StaffOrderDetail; picks: OrderPicks | undefined }) {
  const { t } = useLingui()
  const lotsOf = (item: Item) => picks?.items[order.distribution_order_items.indexOf(item)]?.picks ?? []
  const shortageOf = ({ product_id }: Item) =>
    picks?.shortages.find((short) => short.product_id === product_id)
  const columns: Column<Item>[] = [
    {
      id: 'product',
      label: t`Product`,
      cell: ({ products, notes }) => (
        <>
          {products.name}
          <small className="mono">{products.sku}</small>
          {notes ? <small>{notes}</small> : null}
        </>
      ),
    },
    {
      id: 'lots',
      label: t`Lots`,
      cell: (item) => <LotsOfItem lots={lotsOf(item)} shortage={shortageOf(item)} />,
    },
    { id: 'quantity', label: t`Quantity`, isNumeric: true, cell: ({ quantity }) => formatNumber(quantity) },
  ]
  return (
    <div className={styles['items']}>
      <PlainTable
        label={t`Items`}
        columns={columns}
        rows={order.distribution_order_items}
        rowKey={({ id }) => id}
      />
    </div>
  )
}

type LotsOfItemProps = { lots: readonly LotPick[]; shortage: Shortage | undefined }

function LotsOfItem({ lots, shortage }: LotsOfItemProps) {
  const { t } = useLingui()
  return (
    <>
      {lots.length === 0 && !shortage ? <None /> : null}
      {lots.map(({ lot_id, lot_number, quantity, expiry_date }) => (
        <span key={lot_id} className={styles['lot']}>
          <span className="mono">{lot_number}</span> · {formatNumber(quantity)}
          {expiry_date ? (
            <>
              {' · '}
              <Expiry date={expiry_date} />
            </>
          ) : null}
        </span>
      ))}
      {shortage ? (
        <Chip tone="bad">{t`${formatNumber(shortage.requested - shortage.available)} short`}</Chip>
      ) : null}
    </>
  )
}
