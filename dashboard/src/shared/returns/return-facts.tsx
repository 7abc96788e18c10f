// What a return says of itself, the same on both sides.
import type { ReturnDetail } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { Card, Facts } from '../../ui/card.tsx'
import { Moment } from '../../ui/values.tsx'
import { OrderLink, RemitoLink } from '../stock/links.tsx'

/** `owner`: the name of the client, for the staff. */
export function ReturnFacts({ shown, owner = null }: { shown: ReturnDetail; owner?: string | null }) {
  const { t } = useLingui()
  return (
    <Card title={t`Return`}>
      <Facts
        entries={[
          [t`Client`, owner],
          [t`Order`, <OrderLink key="order" id={shown.order_id} number={shown.order_number} />],
          [
            t`Left with`,
            <RemitoLink key="remito" id={shown.remito_id} numbers={shown.remito_number.join(', ')} />,
          ],
          [t`Entered`, <Moment key="entered" at={shown.created_at} />],
          [t`Notes`, shown.notes],
          [t`Received on`, shown.received_at ? <Moment key="received" at={shown.received_at} /> : null],
          [
            t`Came in with`,
            shown.ingreso_id ? (
              <RemitoLink key="ingreso" id={shown.ingreso_id} numbers={t`Show the remito`} />
            ) : null,
          ],
          [t`Closed on`, shown.closed_at ? <Moment key="closed" at={shown.closed_at} /> : null],
          [t`Reason`, shown.close_reason],
        ]}
      />
    </Card>
  )
}
