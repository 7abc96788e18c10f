// The account of one client: the balance, the entries, and recording new ones. An entry is never changed, only
// reversed.

import type { Balance, StaffTransaction } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { Button, Skeleton } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ListPage } from '../../shared/lists/list-page.tsx'
import { useMay } from '../../shared/session.ts'
import { OnPhone } from '../../shared/stock/on-phone.tsx'
import { Columns, Empty, Stat } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { ChoiceFilter, DayFilter, onlyFilters, useFilters } from '../../ui/filters.tsx'
import { formatMoney } from '../../ui/format.ts'
import { dialogOnDemand } from '../../ui/on-demand.tsx'
import { CalendarDate, Moment, Money, None } from '../../ui/values.tsx'
import { ClientField } from '../client-field.tsx'
import { balanceOf, clientById, transactionsOf } from '../queries.ts'
import { Balances } from './balances.tsx'
import { type BookedKind, RecordMenu, usePaymentMethods, useTransactionTypes } from './record-menu.tsx'

const BookDialog = dialogOnDemand(async () => (await import('./book-dialog.tsx')).BookDialog)
const ReverseDialog = dialogOnDemand(async () => (await import('./reverse-dialog.tsx')).ReverseDialog)
const clientInUrl = ['client_id']
const route = getRouteApi('/shell/warehouse/account')

export function WarehouseAccount() {
  const { client_id } = route.useSearch()
  if (client_id) return <Statement clientId={client_id} />
  return <Balances choice={<ClientChoice value={null} />} />
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
  const [reversing, setReversing] = useState<StaffTransaction | null>(null)
  const columns: Column<StaffTransaction>[] = [
    { id: 'created_at', label: t`When`, cell: ({ created_at }) => <Moment at={created_at} /> },
    {
      id: 'type',
      label: t`Kind`,
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
      label: t`Payment method`,
      from: 'sm',
      cell: ({ payment_method }) => methods[payment_method] ?? payment_method,
    },
    {
      id: 'paid_on',
      label: t`Paid on`,
      from: 'md',
      cell: ({ paid_on }) => (paid_on ? <CalendarDate date={paid_on} /> : <None />),
    },
    { id: 'description', label: t`Description`, from: 'md', cell: ({ description }) => description ?? '' },
    {
      id: 'debit',
      label: t`Debit`,
      isNumeric: true,
      from: 'md',
      cell: (entry) => amountIf(changeOf(entry) > 0, changeOf(entry)),
    },
    {
      id: 'credit',
      label: t`Credit`,
      isNumeric: true,
      from: 'md',
      cell: (entry) => amountIf(changeOf(entry) < 0, -changeOf(entry)),
    },
    {
      id: 'balance',
      label: t`Balance`,
      isNumeric: true,
      cell: (entry) => (
        <>
          {entry.balance === null ? <None /> : <Money amount={entry.balance} />}
          <OnPhone>{formatMoney(changeOf(entry))}</OnPhone>
        </>
      ),
    },
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
    amount === undefined ? <Skeleton height={26} width={120} my={4} /> : formatMoney(amount)
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
            label={t`Kind`}
            choices={Object.entries(types).map(([value, label]) => ({ value, label }))}
          />
          <DayFilter name="from" label={t`From`} as="moment" />
          <DayFilter name="to" label={t`Until`} as="end" />
        </>
      }
    >
      <Columns columns="stats">
        <Stat label={t`Balance`} value={money(balance.data?.saldo)} note={t`what the client owes`} />
        <Stat label={t`Sold on credit`} value={money(balance.data && soldOf(balance.data))} />
        <Stat label={t`Credit notes`} value={money(balance.data && -balance.data.total_notas_credito)} />
        <Stat label={t`Paid`} value={money(balance.data && -balance.data.total_pagado)} />
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

const cents = (amount: number) => Math.round(amount * 100)

/** What was sold before credit notes: the three sums then add up to the balance. */
const soldOf = ({ total_fiado, total_notas_credito }: Balance) =>
  (cents(total_fiado) + cents(total_notas_credito)) / 100

/** How an entry changes what the client owes. */
const changeOf = ({ type, amount }: StaffTransaction) => (type === 'credit_sale' ? amount : -amount)

const amountIf = (isShown: boolean, amount: number) => (isShown ? <Money amount={amount} /> : null)

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
