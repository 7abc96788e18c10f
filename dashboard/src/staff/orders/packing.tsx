// The packing of an order: in how many packages, and whether every unit was checked.
import { actionsIn } from '@anden/contract/values'
import type { StaffOrderDetail } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { PackingFacts } from '../../shared/orders/packing-facts.tsx'
import { useMay } from '../../shared/session.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card, Facts } from '../../ui/card.tsx'
import { dialogOnDemand } from '../../ui/on-demand.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { useAction } from '../../ui/use-action.ts'
import { quantityText } from '../../ui/values.tsx'
import styles from './detail.module.css'
import { isToPick } from './order-actions.ts'
import { printLabels } from './print-labels.ts'

const PackDialog = dialogOnDemand(async () => (await import('./pack-dialog.tsx')).PackDialog)

export function Packing(order: StaffOrderDetail) {
  const { t } = useLingui()
  const mayAct = useMay('staff:orders')
  const [isAsking, setAsking] = useState(false)
  const printing = useAction({ mutationFn: () => printLabels(order) })
  const mayPack = mayAct && actionsIn(order.status, 'staff').includes('pack')
  const isOpen = isToPick(order)
  const { weight_kg, weight_known } = order
  if (!isOpen && order.packed_at === null) return null
  const weight =
    weight_kg === null
      ? null
      : weight_known
        ? quantityText(weight_kg, 'kg')
        : t`at least ${quantityText(weight_kg, 'kg')}`
  return (
    <Card
      title={t`Packing`}
      aside={
        mayPack ? (
          <Button size="compact-sm" onClick={() => setAsking(true)}>
            {order.packed_at ? t`Change` : t`Pack`}
          </Button>
        ) : null
      }
    >
      <PackingFacts {...order} />
      <Facts entries={[[t`Weight`, weight]]} />
      {printing.isError ? <ProblemNote error={printing.error} /> : null}
      <p className={styles['packing']}>
        {isOpen ? (
          <ButtonLink to="/warehouse/pick-list" search={{ order_id: order.id }}>
            {t`Pick list`}
          </ButtonLink>
        ) : null}
        {order.packed_at ? (
          <Button loading={printing.isPending} onClick={() => void printing.mutate()}>
            {t`Print the labels`}
          </Button>
        ) : null}
      </p>
      {isAsking ? <PackDialog order={order} close={() => setAsking(false)} /> : null}
    </Card>
  )
}
