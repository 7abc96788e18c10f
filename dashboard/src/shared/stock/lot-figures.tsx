import type { LotTrace, RecipientQuantities } from '@anden/sdk'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Columns, Stat } from '../../ui/card.tsx'
import { DaysLeft } from '../../ui/expiry.tsx'
import { formatDate } from '../../ui/format.ts'
import { None, quantityText } from '../../ui/values.tsx'
import { exact } from './exact.ts'

export function LotFigures({
  trace: { lot, totals, recipient_count, out_by_status },
  unit,
}: {
  trace: Pick<LotTrace, 'lot' | 'totals' | 'recipient_count' | 'out_by_status'>
  unit: string
}) {
  const { t } = useLingui()
  const figure = (value: number | undefined) => (value === undefined ? <None /> : quantityText(value, unit))
  const missing = out_by_status ? notDelivered(out_by_status) : 0
  const expiry = lot.expiry_date
  const vintage = lot.vintage_year
  return (
    <Columns columns="stats">
      <Stat label={t`Came in`} value={figure(totals?.in)} note={t`voided remitos do not count`} />
      <Stat
        label={t`Went out`}
        value={figure(totals?.out)}
        note={recipient_count === null ? null : forRecipients(recipient_count)}
      />
      {out_by_status ? (
        <Stat
          label={t`Delivered`}
          value={figure(out_by_status.delivered)}
          note={missing > 0 ? t`${quantityText(missing, unit)} not yet` : null}
        />
      ) : null}
      <Stat
        label={t`Left`}
        value={figure(totals?.left)}
        note={
          totals
            ? t`${quantityText(totals.in, '')} − ${quantityText(totals.out, '')} = ${quantityText(totals.left, unit)}`
            : null
        }
      />
      {expiry ? (
        <Stat label={t`Expires`} value={formatDate(expiry)} note={<DaysLeft date={expiry} />} />
      ) : (
        <Stat
          label={vintage ? t`Vintage` : t`Expires`}
          value={vintage ?? <None />}
          note={t`without expiry date`}
        />
      )}
    </Columns>
  )
}

const forRecipients = (count: number) =>
  plural(count, { 0: 'for no recipient yet', one: 'for # recipient', other: 'for # recipients' })

/** The quantity that orders took and that has not reached its recipients. */
const notDelivered = ({ in_warehouse, in_transit, failed_delivery }: RecipientQuantities) =>
  exact(in_warehouse + in_transit + failed_delivery)
