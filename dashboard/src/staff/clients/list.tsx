import type { ListedClient } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ListPage } from '../../shared/lists/list-page.tsx'
import { useMay } from '../../shared/session.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Empty } from '../../ui/card.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { onlyFilters, TextFilter, useFilters } from '../../ui/filters.tsx'
import { Moment, Money, TaxId } from '../../ui/values.tsx'
import { clientList } from '../queries.ts'
import { ClientStatus } from './client-status.tsx'

export function ClientList() {
  const { t } = useLingui()
  const { search } = useFilters()
  const query = clientList(onlyFilters(search))
  const mayWrite = useMay('staff:clients')
  const add = (label: string) =>
    mayWrite ? (
      <ButtonLink to="/warehouse/clients/new" variant="filled">
        {label}
      </ButtonLink>
    ) : null
  const columns: Column<ListedClient>[] = [
    {
      id: 'name',
      label: t`Name`,
      cell: ({ id, name }) => (
        <Link to="/warehouse/clients/$id" params={{ id }}>
          {name}
        </Link>
      ),
    },
    { id: 'cuit_dni', label: t`CUIT`, from: 'sm', cell: ({ cuit_dni }) => <TaxId value={cuit_dni} /> },
    { id: 'email', label: t`E-mail`, from: 'md', cell: ({ email }) => email },
    { id: 'status', label: t`State`, from: 'sm', cell: ({ status }) => <ClientStatus status={status} /> },
    {
      id: 'balance',
      label: t`Balance`,
      isNumeric: true,
      cell: ({ id, balance }) => (
        <Link to="/warehouse/account" search={{ client_id: id }}>
          <Money amount={balance} />
        </Link>
      ),
    },
    { id: 'created_at', label: t`Since`, from: 'md', cell: ({ created_at }) => <Moment at={created_at} /> },
  ]
  return (
    <ListPage
      title={t`Clients`}
      crumbs={[{ to: '/warehouse', label: t`Warehouse` }]}
      query={query}
      exportAs="clientes"
      filters={<TextFilter name="q" label={t`Name or CUIT`} />}
      actions={add(t`New client`)}
    >
      <DataTable
        label={t`Clients`}
        query={query}
        columns={columns}
        rowKey={({ id }) => id}
        open={({ id }) => `/warehouse/clients/${id}`}
        empty={
          <Empty title={t`No clients yet`} action={add(t`Add the first one`)}>
            {t`A client keeps its goods here. It gets its own products, keys and users.`}
          </Empty>
        }
      />
    </ListPage>
  )
}
