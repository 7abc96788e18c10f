import type { QueuedOrder, Trip, TripStop } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { type PageKey, useKeysOfPage } from '../../ui/keys-of-page.ts'
import { keyOf, useActionTexts } from '../orders/order-actions.ts'
import type { Asked } from './trip-actions.tsx'
import type { useFrame } from './use-frame.ts'
import { usePickListOf } from './use-pick-list.ts'

type TripKeys = {
  trip: Trip
  frame: ReturnType<typeof useFrame>
  /** What is framed: an order at the left or a stop. */
  order: QueuedOrder | undefined
  stop: TripStop | undefined
  planning: {
    add: (order: QueuedOrder) => void
    remove: (stop: TripStop) => void
    move: (stop: TripStop, by: 1 | -1) => void
  } | null
  reporting: { deliver: (stop: TripStop) => void; fail: (stop: TripStop) => void } | null
  ask: (asked: Asked) => void
  mayPlan: boolean
}

export function useTripKeys(keys: TripKeys): void {
  const { trip, frame, order, stop, planning, reporting, ask, mayPlan } = keys
  const { t } = useLingui()
  const texts = useActionTexts()
  const navigate = useNavigate()
  const list = usePickListOf(trip)
  const id = order?.id ?? stop?.order_id
  const always: PageKey[] = [
    { key: 'j', label: t`Next order`, press: () => frame.step(1), mayRepeat: true },
    { key: 'k', label: t`Previous order`, press: () => frame.step(-1), mayRepeat: true },
    { key: 'ArrowDown', press: () => frame.step(1), mayRepeat: true },
    { key: 'ArrowUp', press: () => frame.step(-1), mayRepeat: true },
    {
      key: 'Enter',
      label: t`Open the order`,
      press: () => id && void navigate({ to: '/warehouse/orders/$id', params: { id } }),
    },
    { key: 'r', label: t`Print the route sheet`, press: () => ask('route-sheet') },
    { key: 'l', label: t`Pick list`, press: list },
  ]
  const ofDraft: PageKey[] = planning
    ? [
        {
          key: 'o',
          label: t`Orders or stops`,
          press: () => frame.choose(frame.side === 'orders' ? 'stops' : 'orders'),
        },
        { key: 'ArrowRight', label: t`Add to the trip`, press: () => order && planning.add(order) },
        { key: 'ArrowLeft', label: t`Remove from the trip`, press: () => stop && planning.remove(stop) },
        {
          key: 'Alt+ArrowUp',
          label: t`Move the stop up`,
          press: () => stop && planning.move(stop, -1),
          mayRepeat: true,
        },
        {
          key: 'Alt+ArrowDown',
          label: t`Move the stop down`,
          press: () => stop && planning.move(stop, 1),
          mayRepeat: true,
        },
        { key: 's', label: t`Depart`, press: () => ask('depart') },
      ]
    : []
  const underWay: PageKey[] = reporting
    ? (['deliver', 'fail'] as const).map((action) => ({
        key: keyOf[action],
        label: texts[action],
        press: () => stop && stop.outcome === null && reporting[action](stop),
      }))
    : []
  const ofPlanner: PageKey[] =
    mayPlan && trip.status !== 'closed'
      ? [{ key: 'd', label: t`Driver’s link`, press: () => ask('driver-link') }]
      : []
  useKeysOfPage([...always, ...ofDraft, ...underWay, ...ofPlanner])
}
