import { useLingui } from '@lingui/react/macro'
import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useOrderStateName } from '../../shared/order-status.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card, Empty, Stacked } from '../../ui/card.tsx'
import { orderById } from '../orders/queries.ts'
import { openOrders } from './queries.ts'
import { Simulator } from './simulator.tsx'

/** Of one that is on its way nobody knows whether it was simulated, so the first that waits for the warehouse is shown. */
const firstPending = (orders: readonly { id: string; status: string }[] = []) =>
  orders.find(({ status }) => status === 'pending')?.id ?? ''

export const shownFirst = (orders: Parameters<typeof firstPending>[0]) => orderOf(firstPending(orders))

const orderOf = (id: string) => ({ ...orderById(id), enabled: id !== '' })

/** What becomes of an order. One that was chosen stays chosen when it is no longer open, so that its end can be seen. */
export function OrderCard() {
  const { t } = useLingui()
  const stateName = useOrderStateName()
  const { data } = useQuery(openOrders)
  const [chosen, setChosen] = useState<string | null>(null)
  const id = chosen ?? firstPending(data?.data)
  const { data: order } = useQuery(orderOf(id))
  const place = (
    <ButtonLink to="/orders/new" size="compact-sm">
      {t`Place an order`}
    </ButtonLink>
  )
  if (data?.data.length === 0 && chosen === null)
    return (
      <Card title={t`An order`}>
        <Empty title={t`No open orders`} action={place}>
          {t`Place one, and take it through every step here.`}
        </Empty>
      </Card>
    )
  const orders = data?.data ?? []
  const isListed = orders.some((one) => one.id === id)
  const choices = order && !isListed ? [order, ...orders] : orders
  return (
    <Card
      title={t`An order`}
      aside={
        order ? <Link to="/orders/$id" params={{ id: order.id }}>{t`Open ${order.order_number}`}</Link> : null
      }
    >
      <Stacked>
        <NativeSelect
          label={t`Order`}
          value={id}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          data={[
            ...(id === '' ? [{ value: '', label: t`Choose an order` }] : []),
            ...choices.map(({ id: value, order_number, status }) => ({
              value,
              label: `${order_number} · ${stateName(status)}`,
            })),
          ]}
        />
        {order ? (
          <div>
            <Simulator key={order.id} order={order} />
          </div>
        ) : null}
      </Stacked>
    </Card>
  )
}
