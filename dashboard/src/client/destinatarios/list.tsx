import type { Destinatario } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ListPage } from '../../shared/lists/list-page.tsx'
import { useMay } from '../../shared/session.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Empty } from '../../ui/card.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { onlyFilters, TextFilter, useFilters } from '../../ui/filters.tsx'
import { None, TaxId } from '../../ui/values.tsx'
import { placeOf } from './names.tsx'
import { destinatarioList } from './queries.ts'

export function DestinatarioList() {
  const { t } = useLingui()
  const { search } = useFilters()
  const query = destinatarioList(onlyFilters(search))
  const mayWrite = useMay('write:destinatarios')
  const add = (label: string) =>
    mayWrite ? (
      <ButtonLink to="/destinatarios/new" variant="filled">
        {label}
      </ButtonLink>
    ) : null
  const columns: Column<Destinatario>[] = [
    {
      id: 'name',
      label: t`Name`,
      cell: ({ id, name }) => (
        <Link to="/destinatarios/$id" params={{ id }}>
          {name}
        </Link>
      ),
    },
    { id: 'place', label: t`City`, cell: (destinatario) => placeOf(destinatario) || <None /> },
    { id: 'cuit_dni', label: t`CUIT / DNI`, from: 'sm', cell: ({ cuit_dni }) => <TaxId value={cuit_dni} /> },
    { id: 'phone', label: t`Phone`, from: 'md', cell: ({ phone }) => phone ?? <None /> },
  ]
  return (
    <ListPage
      title={t`Recipients`}
      query={query}
      exportAs="destinatarios"
      actions={
        <>
          {mayWrite ? <ButtonLink to="/destinatarios/import">{t`From a sheet`}</ButtonLink> : null}
          {add(t`Add a recipient`)}
        </>
      }
      filters={
        <>
          <TextFilter name="q" label={t`Name or CUIT`} />
          <TextFilter name="name" label={t`Name`} isRare />
        </>
      }
    >
      <DataTable
        label={t`Recipients`}
        query={query}
        columns={columns}
        rowKey={({ id }) => id}
        open={({ id }) => `/destinatarios/${id}`}
        empty={
          <Empty title={t`No recipients yet`} action={add(t`Add the first one`)}>
            {t`Recipients are the shops, restaurants and people that your goods are sent to.`}
          </Empty>
        }
      />
    </ListPage>
  )
}
