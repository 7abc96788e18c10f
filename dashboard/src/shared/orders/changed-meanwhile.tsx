// Says what somebody else has changed in the order while a form was open.
import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Card } from '../../ui/card.tsx'
import { type ShownUpdate, UpdateList } from './order-changes.tsx'
import type { UnitOfProduct } from './update-texts.ts'

type ChangedMeanwhileProps = {
  order: { revision: number; changes: readonly ShownUpdate[] }
  /** The revision that the form was filled in with. */
  since: number
  unitOf: UnitOfProduct
  takeOver: () => void
}

export function ChangedMeanwhile({ order, since, unitOf, takeOver }: ChangedMeanwhileProps) {
  const { t } = useLingui()
  if (order.revision === since) return null
  return (
    <div role="alert">
      <Card
        title={t`The order has changed since you began`}
        aside={<Button onClick={takeOver}>{t`Take over the new state`}</Button>}
        flush
      >
        <UpdateList changes={order.changes.filter(({ revision }) => revision > since)} unitOf={unitOf} />
      </Card>
    </div>
  )
}
