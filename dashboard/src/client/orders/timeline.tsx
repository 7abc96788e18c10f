// The timeline of an order: past steps with their time, and the steps ahead.
import type { OrderStatus } from '@anden/contract'
import { movesIn, orderTransitions } from '@anden/contract/values'
import type { OrderDetail } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { takesReason, useOrderStateName } from '../../shared/order-status.tsx'
import { formatClock, formatDay, formatShortDay } from '../../ui/format.ts'
import { type Step, Steps } from '../../ui/steps.tsx'

/** The states that follow this one if every step is the usual one. */
function usualWay(status: string): OrderStatus[] {
  const [action] = movesIn(status, 'staff')
  if (!action) return []
  const { to } = orderTransitions[action]
  return [to, ...usualWay(to)]
}

type Entry = OrderDetail['timeline'][number]

export function OrderTimeline({ timeline, placed_by }: Pick<OrderDetail, 'timeline' | 'placed_by'>) {
  const { t } = useLingui()
  const label = useOrderStateName()
  const past = timeline.map(
    (entry, index): Step => ({
      id: entry.at + entry.status,
      label: label(entry.status),
      note: <Note {...entry} before={timeline[index - 1]} by={index === 0 ? placed_by : null} />,
      state: stateOf(entry.status, index === timeline.length - 1),
    }),
  )
  const ahead = statesAhead(timeline).map((status): Step => ({ label: label(status), state: 'ahead' }))
  return <Steps label={t`Progress of the order`} steps={[...past, ...ahead]} />
}

function stateOf(status: string, isLast: boolean): Step['state'] {
  // A pending order has a reason if it was changed, which is no end of it.
  if (takesReason(status) && status !== 'pending') return 'ended'
  return isLast && status !== 'delivered' ? 'now' : 'done'
}

/** After a failed delivery the goods may be sent again; only the delivery is shown as ahead. */
function statesAhead(timeline: readonly Entry[]): OrderStatus[] {
  const last = timeline.at(-1)?.status
  if (last === 'failed_delivery') return ['delivered']
  return usualWay(last ?? 'pending')
}

/** Shows the day only if it differs from that of the previous step. */
function Note({ at, reason, before, by }: Entry & { before: Entry | undefined; by: string | null }) {
  const { t } = useLingui()
  const isSameDay = before !== undefined && formatDay(before.at) === formatDay(at)
  return (
    <>
      <time dateTime={at} title={at} className="numeric">
        {isSameDay ? '' : `${formatShortDay(at)} `}
        {formatClock(at)}
      </time>
      {by ? ` · ${t`by ${by}`}` : ''}
      {reason ? ` · ${reason}` : ''}
    </>
  )
}
