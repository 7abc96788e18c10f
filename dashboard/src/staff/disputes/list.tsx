// The queue of disputes: deliveries that were accepted with differences, and acceptances that came after the delivery had failed
// or the order was cancelled.
import type { Dispute } from '@anden/sdk/backoffice'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ListPage } from '../../shared/lists/list-page.tsx'
import { useMay } from '../../shared/session.ts'
import { OnPhone } from '../../shared/stock/on-phone.tsx'
import { Empty } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { ChoiceFilter, onlyFilters, useFilters } from '../../ui/filters.tsx'
import { formatNumber } from '../../ui/format.ts'
import { dialogOnDemand } from '../../ui/on-demand.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { Moment } from '../../ui/values.tsx'
import { ClientFilter } from '../client-field.tsx'
import { disputeList } from './queries.ts'

const DisputeDialog = dialogOnDemand(async () => (await import('./dispute-dialog.tsx')).DisputeDialog)
const SettleDispute = dialogOnDemand(async () => (await import('./settle.tsx')).SettleDispute)

export function Disputes() {
  const { t } = useLingui()
  const { search } = useFilters()
  const query = disputeList(onlyFilters(search))
  const maySettle = useMay('staff:orders')
  const [asking, setAsking] = useState<{ about: Dispute; to: 'show' | 'settle' } | null>(null)
  const close = () => setAsking(null)
  const columns: Column<Dispute>[] = [
    {
      id: 'remito',
      label: t`Remito`,
      cell: ({ remito_id, remito_number, order_number, client_name, created_at }) => (
        <>
          <Link to="/warehouse/remitos/$id" params={{ id: remito_id }} className="numeric">
            {remito_number.join(', ')}
          </Link>
          <div className="quiet numeric">{order_number}</div>
          <OnPhone>
            {client_name} · <Moment at={created_at} ago />
          </OnPhone>
        </>
      ),
    },
    { id: 'client', label: t`Client`, from: 'sm', cell: ({ client_name }) => client_name },
    {
      id: 'what',
      label: t`What happened`,
      cell: (dispute) => (
        <>
          <What {...dispute} />
          <OnPhone>
            <State {...dispute} />
          </OnPhone>
        </>
      ),
    },
    { id: 'name', label: t`Received by`, from: 'md', cell: ({ name }) => name },
    { id: 'at', label: t`When`, from: 'sm', cell: ({ created_at }) => <Moment at={created_at} ago /> },
    {
      id: 'state',
      label: t`State`,
      from: 'sm',
      cell: (dispute) => <State {...dispute} />,
    },
    {
      id: 'actions',
      label: t`Actions`,
      isNumeric: true,
      cell: (dispute) => (
        <RowMenu
          label={t`Actions for ${dispute.remito_number.join(', ')}`}
          actions={[
            { label: t`Show…`, act: () => setAsking({ about: dispute, to: 'show' }) },
            ...(maySettle && dispute.dispute === 'open'
              ? [{ label: t`Settle…`, act: () => setAsking({ about: dispute, to: 'settle' }) }]
              : []),
          ]}
        />
      ),
    },
  ]
  return (
    <ListPage
      title={t`Disputes`}
      intro={
        <Trans>
          What was missing, damaged or refused, and acceptances that arrived after the order was no longer
          under way. What comes back is in the list of the{' '}
          <Link to="/warehouse/returns" search={{ status: 'expected' }}>
            returns to come
          </Link>
          .
        </Trans>
      }
      crumbs={[{ to: '/warehouse', label: t`Warehouse` }]}
      query={query}
      exportAs="disputes"
      filters={
        <>
          <ChoiceFilter
            name="status"
            label={t`State`}
            choices={[
              { value: 'open', label: t({ context: 'dispute', message: 'Open' }) },
              { value: 'settled', label: t`Settled` },
            ]}
          />
          <ClientFilter />
        </>
      }
    >
      <DataTable
        label={t`Disputes`}
        query={query}
        columns={columns}
        rowKey={({ id }) => id}
        open={({ remito_id }) => `/warehouse/remitos/${remito_id}`}
        empty={
          <Empty title={t`No disputes`}>
            {t`A delivery that is accepted with differences appears here.`}
          </Empty>
        }
      />
      {asking?.to === 'show' ? <DisputeDialog dispute={asking.about} close={close} /> : null}
      {asking?.to === 'settle' ? <SettleDispute dispute={asking.about} close={close} /> : null}
    </ListPage>
  )
}

function State({ dispute, settled_note }: Dispute) {
  const { t } = useLingui()
  return dispute === 'settled' ? (
    <span title={settled_note ?? undefined}>
      <Chip tone="ok">{t`Settled`}</Chip>
    </span>
  ) : (
    <Chip tone="warn">{t({ context: 'dispute', message: 'Open' })}</Chip>
  )
}

/** Over all lines, whose units may differ. */
function What({ late, missing, damaged, refused }: Dispute) {
  const { t } = useLingui()
  const parts = [
    late && t`after the order was no longer under way`,
    missing > 0 && t`${formatNumber(missing)} missing`,
    damaged > 0 && t`${formatNumber(damaged)} damaged`,
    refused > 0 && t`${formatNumber(refused)} refused`,
  ]
  return parts.filter(Boolean).join(' · ')
}
