import type { LotTrace, RecipientTotal } from '@anden/sdk'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Card } from '../ui/card.tsx'
import type { Column } from '../ui/data-table.tsx'
import { PlainTable } from '../ui/plain-table.tsx'
import { None, Quantity } from '../ui/values.tsx'
import { RecipientLink } from './links.tsx'

/** Whom to call, the largest quantity first. */
export function RecipientsCard({
  trace: { recipients, recipient_count },
  unit,
}: {
  trace: Pick<LotTrace, 'recipients' | 'recipient_count'>
  unit: string
}) {
  const { t } = useLingui()
  if (!recipients || recipients.length === 0) return null
  const count = recipient_count ?? recipients.length
  const columns: Column<RecipientTotal>[] = [
    {
      id: 'name',
      label: t`Recipient`,
      cell: ({ id, name }) => <RecipientLink id={id} name={name} />,
    },
    { id: 'contact', label: t`Contact`, cell: (recipient) => <Contact {...recipient} /> },
    {
      id: 'address',
      label: t`Address`,
      from: 'sm',
      cell: ({ address, city, province }) =>
        [address, ...new Set([city, province])].filter(Boolean).join(', ') || <None />,
    },
    {
      id: 'quantity',
      label: t`Quantity`,
      isNumeric: true,
      cell: ({ quantity }) => <Quantity value={quantity} unit={unit} />,
    },
  ]
  const more = count - recipients.length
  return (
    <div id="recipients">
      <Card title={t`Who got it`} aside={plural(count, { one: '# recipient', other: '# recipients' })} flush>
        <PlainTable
          label={t`Who got it`}
          columns={columns}
          rows={recipients}
          rowKey={({ id }) => id}
          rowsAtFirst={25}
        />
        {more > 0 ? <p>{t`${more} more with smaller quantities are in the export.`}</p> : null}
      </Card>
    </div>
  )
}

function Contact({ phone, email }: RecipientTotal) {
  if (!phone && !email) return <None />
  return (
    <>
      {phone ? (
        <a className="numeric" href={`tel:${phone.replace(/[^\d+]/g, '')}`}>
          {phone}
        </a>
      ) : null}
      {phone && email ? ' · ' : null}
      {email ? <a href={`mailto:${email}`}>{email}</a> : null}
    </>
  )
}
