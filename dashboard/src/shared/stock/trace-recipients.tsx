import type { LotTrace, RecipientTotal } from '@anden/sdk'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Card } from '../../ui/card.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { PlainTable } from '../../ui/plain-table.tsx'
import { None, Quantity } from '../../ui/values.tsx'
import { RecipientLink } from './links.tsx'
import { quantitiesOf, StatusQuantities, statusesInOrder, useMovementStatuses } from './movement-status.tsx'
import { OnPhone } from './on-phone.tsx'

/** The recipients to call in a recall, largest quantity first, with the quantity that each has received. */
export function RecipientsCard({
  trace: { recipients, recipient_count },
  unit,
}: {
  trace: Pick<LotTrace, 'recipients' | 'recipient_count'>
  unit: string
}) {
  const { t } = useLingui()
  const names = useMovementStatuses()
  if (!recipients || recipients.length === 0) return null
  const count = recipient_count ?? recipients.length
  const columns: Column<RecipientTotal>[] = [
    {
      id: 'name',
      label: t`Recipient`,
      cell: ({ id, name, by_status, ...contact }) => (
        <>
          <RecipientLink id={id} name={name} />
          <OnPhone>
            <StatusQuantities quantities={quantitiesOf(by_status)} unit="" />
            <Contact {...contact} />
          </OnPhone>
        </>
      ),
    },
    { id: 'contact', label: t`Contact`, from: 'sm', cell: (recipient) => <Contact {...recipient} /> },
    {
      id: 'address',
      label: t`Address`,
      from: 'md',
      cell: ({ address, city, province }) =>
        [address, ...new Set([city, province])].filter(Boolean).join(', ') || <None />,
    },
    ...statusesInOrder.map(
      (status): Column<RecipientTotal> => ({
        id: status,
        label: names[status],
        from: 'sm',
        isNumeric: true,
        cell: ({ by_status }) =>
          by_status[status] === 0 ? <None /> : <Quantity value={by_status[status]} unit="" />,
      }),
    ),
    {
      id: 'quantity',
      label: t`In all`,
      isNumeric: true,
      cell: ({ quantity }) => <Quantity value={quantity} unit={unit} />,
    },
  ]
  const more = count - recipients.length
  return (
    <div id="recipients">
      <Card
        title={t`For whom it left the stock`}
        aside={plural(count, { one: '# recipient', other: '# recipients' })}
        flush
      >
        <PlainTable
          label={t`For whom it left the stock`}
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

function Contact({ phone, email }: Pick<RecipientTotal, 'phone' | 'email'>) {
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
