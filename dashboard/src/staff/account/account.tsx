// The account of one client: the balance, the entries, and recording new ones. An entry is never changed, only
// reversed.

import type { Transaction } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { Button, Skeleton } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ListPage } from '../../shared/lists/list-page.tsx'
import { useMay } from '../../shared/session.ts'
import { Columns, Stat } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ChoiceFilter, DayFilter, onlyFilters, useFilters } from '../../ui/filters.tsx'
import { formatMoney } from '../../ui/format.ts'
import { dialogOnDemand } from '../../ui/on-demand.tsx'
import { Page } from '../../ui/page.tsx'
import { Moment, Money } from '../../ui/values.tsx'
import { ClientField } from '../client-field.tsx'
import { balanceOf, clientById, transactionsOf } from '../queries.ts'
import { type BookedKind, usePaymentMethods, useTransactionTypes } from './kinds.ts'
import { RecordMenu } from './record-menu.tsx'

const BookDialog = dialogOnDemand(async () => (await import('./book-dialog.tsx')).BookDialog)
const ReverseDialog = dialogOnDemand(async () => (await import('./reverse-dialog.tsx')).ReverseDialog)
const clientInUrl = ['client_id']
const route = getRouteApi('/shell/warehouse/account')

export function WarehouseAccount() {
  const { t } = useLingui()
  const { client_id } = route.useSearch()
  if (client_id) return <Statement clientId={client_id} />
  return (
    <Page title={t`Accounts`} crumbs={[{ to: '/warehouse', label: t`Warehouse` }]}>
      <Empty title={t`Whose account?`} action={<ClientChoice value={null} />}>
        {t`Choose a client to see what it owes, and to record payments, credit sales and credit notes.`}
      </Empty>
    </Page>
  )
}

function Statement({ clientId }: { clientId: string }) {
  const { t } = useLingui()
  const { search } = useFilters()
  const { client_id: _, ...filters } = onlyFilters(search)
  const query = transactionsOf(clientId, filters)
  const client = useQuery(clientById(clientId))
  const balance = useQuery(balanceOf(clientId))
  // A reversal is newer than the entry that it reverses, so it is always among the rows loaded before it.
  const { data } = useInfiniteQuery(query.pages)
  const reversed = new Set(data?.pages.flatMap((page) => page.data.map(({ reverses }) => reverses)))
  const types = useTransactionTypes()
  const methods = usePaymentMethods()
  const mayBook = useMay('staff:account')
  const [booking, setBooking] = useState<BookedKind | null>(null)
  const [reversing, setReversing] = useState<Transaction | null>(null)
  const columns: Column<Transaction>[] = [
    { id: 'created_at', label: t`When`, cell: ({ created_at }) => <Moment at={created_at} /> },
    {
      id: 'type',
      label: t`What`,
      cell: ({ id, type, number, reverses }) => (
        <>
          {types[type] ?? type} {number ? <span className="mono quiet">{number}</span> : null}{' '}
          {reverses ? <Chip tone="mute">{t`reversal`}</Chip> : null}
          {reversed.has(id) ? <Chip tone="mute">{t`reversed`}</Chip> : null}
        </>
      ),
    },
    {
      id: 'payment_method',
      label: t`How`,
      from: 'sm',
      cell: ({ payment_method }) => methods[payment_method] ?? payment_method,
    },
    { id: 'description', label: t`Description`, from: 'md', cell: ({ description }) => description ?? '' },
    { id: 'amount', label: t`Amount`, isNumeric: true, cell: ({ amount }) => <Money amount={amount} /> },
    {
      id: 'reverse',
      label: t`Actions`,
      isNumeric: true,
      cell: (entry) =>
        mayBook && entry.reverses === null && !reversed.has(entry.id) ? (
          <Button size="compact-sm" onClick={() => setReversing(entry)}>
            {t`Reverse`}
          </Button>
        ) : null,
    },
  ]
  const book = mayBook ? <RecordMenu record={setBooking} /> : null
  const money = (amount: number | undefined) =>
    amount === undefined ? <Skeleton height={26} width={120} /> : formatMoney(amount)
  return (
    <ListPage
      title={client.data ? t`Account of ${client.data.name}` : t`Account`}
      crumbs={[
        { to: '/warehouse', label: t`Warehouse` },
        { to: '/warehouse/account', label: t`Accounts` },
      ]}
      query={query}
      exportAs="cuenta"
      actions={book}
      filters={
        <>
          <ClientChoice value={clientId} />
          <ChoiceFilter
            name="type"
            label={t`What`}
            choices={Object.entries(types).map(([value, label]) => ({ value, label }))}
          />
          <DayFilter name="from" label={t`From`} as="moment" />
          <DayFilter name="to" label={t`Until`} as="end" />
        </>
      }
    >
      <Columns columns="stats">
        <Stat label={t`Balance`} value={money(balance.data?.saldo)} note={t`what the client owes`} />
        <Stat label={t`Sold on credit`} value={money(balance.data?.total_fiado)} />
        <Stat label={t`Paid`} value={money(balance.data?.total_pagado)} />
      </Columns>
      <DataTable
        label={t`Account`}
        query={query}
        columns={columns}
        rowKey={({ id }) => id}
        keptFilters={clientInUrl}
        empty={
          <Empty
            title={t`Nothing booked yet`}
          >{t`Payments, credit sales and credit notes appear here.`}</Empty>
        }
      />

      {booking ? <BookDialog kind={booking} clientId={clientId} close={() => setBooking(null)} /> : null}
      {reversing ? <ReverseDialog entry={reversing} close={() => setReversing(null)} /> : null}
    </ListPage>
  )
}

function ClientChoice({ value }: { value: string | null }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const show = (id: string) =>
    void navigate({ to: '/warehouse/account', search: id ? { client_id: id } : {} })
  return (
    <ClientField
      aria-label={t`Client`}
      placeholder={t`Choose a client`}
      isClearable
      value={value ?? ''}
      onChange={show}
    />
  )
}
