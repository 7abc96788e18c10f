import { useLingui } from '@lingui/react/macro'
import { Card } from '../../ui/card.tsx'
import { Simulator } from './simulator.tsx'

/** On the page of an order. */
export function SimulatorCard({ order }: { order: { id: string; status: string } }) {
  const { t } = useLingui()
  return (
    <Card title={t`In place of the warehouse`}>
      <Simulator order={order} />
    </Card>
  )
}
