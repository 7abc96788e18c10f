import type { RemitoDetail } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRemitoName, useRemitoTypes } from '../../shared/remitos/remito-types.tsx'
import { Card, Facts } from '../../ui/card.tsx'
import { CalendarDate, Moment } from '../../ui/values.tsx'
import { orderById } from '../orders/queries.ts'

export function RemitoFacts(remito: RemitoDetail) {
  const { t } = useLingui()
  const types = useRemitoTypes()
  const name = useRemitoName()(remito)
  const order = remito.source_order_id
  return (
    <Card title={t`Document`}>
      <Facts
        entries={[
          [t`Number`, name],
          [t`Kind`, types[remito.type]],
          [t`Date`, <CalendarDate key="date" date={remito.date} />],
          [t`Entered`, <Moment key="at" at={remito.created_at} />],
          [t`Reason for the goods out`, remito.reason],
          [t`Order`, order ? <OrderLink key="order" id={order} /> : null],
          [
            t`Voided`,
            remito.status === 'voided' ? t`This document has no effect. Its goods were put back.` : null,
          ],
          [t`Voided on`, remito.voided_at ? <Moment key="voided" at={remito.voided_at} /> : null],
          [t`Reason`, remito.void_reason],
        ]}
      />
    </Card>
  )
}

function OrderLink({ id }: { id: string }) {
  const { t } = useLingui()
  const order = useQuery(orderById(id))
  return (
    <Link to="/orders/$id" params={{ id }}>
      {order.data?.order_number ?? t`Show the order`}
    </Link>
  )
}
