import type { LotTrace } from '@anden/sdk'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Columns, Stat } from '../ui/card.tsx'
import { DaysLeft } from '../ui/expiry.tsx'
import { formatDate } from '../ui/format.ts'
import { None, quantityText } from '../ui/values.tsx'

export function LotFigures({
  trace: { lot, totals, recipient_count },
  unit,
}: {
  trace: Pick<LotTrace, 'lot' | 'totals' | 'recipient_count'>
  unit: string
}) {
  const { t } = useLingui()
  const figure = (value: number | undefined) => (value === undefined ? <None /> : quantityText(value, unit))
  const expiry = lot.expiry_date
  const vintage = lot.vintage_year
  return (
    <Columns columns="stats">
      <Stat label={t`Came in`} value={figure(totals?.in)} note={t`voided remitos do not count`} />
      <Stat
        label={t`Went out`}
        value={figure(totals?.out)}
        note={recipient_count === null ? null : toRecipients(recipient_count)}
      />
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

const toRecipients = (count: number) =>
  plural(count, { 0: 'to no recipient yet', one: 'to # recipient', other: 'to # recipients' })
