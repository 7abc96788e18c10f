// What still has to be done before a trip can depart. What is not in preparation keeps it back; what is not packed leaves without
// a number of packages.
import type { Trip, TripStop } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { Chip } from '../../ui/chip.tsx'

type State = Pick<TripStop, 'order_status' | 'packages'>

export type Readiness = 'ready' | 'not-packed' | 'not-prepared'

export function readinessOf({ order_status, packages }: State): Readiness {
  if (order_status !== 'in_preparation' && order_status !== 'failed_delivery') return 'not-prepared'
  return packages === null ? 'not-packed' : 'ready'
}

export const stopsThatAre = ({ stops }: Pick<Trip, 'stops'>, readiness: Readiness) =>
  stops.filter((stop) => readinessOf(stop) === readiness)

export function ReadinessChip(state: State) {
  const { t } = useLingui()
  switch (readinessOf(state)) {
    case 'ready':
      return <Chip tone="ok">{t({ context: 'one order', message: 'Packed' })}</Chip>
    case 'not-packed':
      return <Chip tone="warn">{t`Not packed`}</Chip>
    case 'not-prepared':
      return <Chip tone="warn">{t`To be prepared`}</Chip>
  }
}
