// The lots of one client. The service lists lots by client, so a client is chosen first.
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ListPage } from '../../shared/lists/list-page.tsx'
import { expiredLots, lotsExpiringWithin } from '../../shared/stock/expiry-ranges.ts'
import { LotFilters, useLotListColumns } from '../../shared/stock/lot-list-columns.tsx'
import { Empty } from '../../ui/card.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { expiringDays } from '../../ui/expiry.tsx'
import { onlyFilters, useFilters } from '../../ui/filters.tsx'
import { Page } from '../../ui/page.tsx'
import { ClientFilter, useClientName } from '../client-field.tsx'
import { staffLotList, unitsOfClient } from './queries.ts'

export function WarehouseLots() {
  const { t } = useLingui()
  const { search } = useFilters()
  const clientId = search['client_id']
  const crumbs = [
    { to: '/warehouse', label: t`Warehouse` },
    { to: '/warehouse/stock', label: t`Stock` },
  ]
  if (typeof clientId === 'string') return <LotsOfClient clientId={clientId} crumbs={crumbs} />
  return (
    <Page title={t`Lots`} crumbs={crumbs}>
      <Empty title={t`Whose lots?`} action={<ClientFilter />}>
        {t`Choose a client to see its lots, first to expire first.`}
      </Empty>
    </Page>
  )
}

type LotsOfClientProps = { clientId: string; crumbs: { to: string; label: string }[] }

function LotsOfClient({ clientId, crumbs }: LotsOfClientProps) {
  const { t } = useLingui()
  const { search } = useFilters()
  const clientName = useClientName(clientId) ?? '…'
  const query = staffLotList(onlyFilters(search))
  const units = useQuery(unitsOfClient(clientId)).data
  const columns = useLotListColumns('/warehouse', (productId) => units?.get(productId) ?? '')
  const views = [
    { name: t`Expired`, search: { client_id: clientId, ...expiredLots() } },
    { name: t`Expire within 30 days`, search: { client_id: clientId, ...lotsExpiringWithin(expiringDays) } },
  ]
  return (
    <ListPage
      title={t`Lots of ${clientName}`}
      crumbs={crumbs}
      query={query}
      exportAs="lotes"
      views={views}
      filters={
        <>
          <ClientFilter />
          <LotFilters />
        </>
      }
    >
      <DataTable
        label={t`Lots`}
        query={query}
        columns={columns}
        rowKey={({ id }) => id}
        open={({ id }) => `/warehouse/lots/${id}`}
        empty={<Empty title={t`No lot is in stock`}>{t`The next ingreso becomes a lot.`}</Empty>}
      />
    </ListPage>
  )
}
