// One client: its data, stock, users and keys, and its suspension.

import type { Client } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQueries, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { type ById, startReading } from '../../shared/api.ts'
import { useIvaConditions } from '../../shared/iva-conditions.ts'
import { useMay } from '../../shared/session.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card, Columns, Facts, Stacked, Stat } from '../../ui/card.tsx'
import { Detail, DetailSkeleton } from '../../ui/detail.tsx'
import { formatMoney } from '../../ui/format.ts'
import { dialogOnDemand } from '../../ui/on-demand.tsx'
import { Page } from '../../ui/page.tsx'
import { Email, Moment, TaxId } from '../../ui/values.tsx'
import { balanceOf, clientById, firstStockOf, keysOf, usersOf, webhooksOf } from '../queries.ts'
import { ClientStatus } from './client-status.tsx'
import { KeysOfClient } from './keys.tsx'
import { SeeAsClient } from './see-as-client.tsx'
import { StockOfClient } from './stock.tsx'
import { ClientTabs } from './tabs.tsx'
import { UsersOfClient } from './users.tsx'
import { WebhooksOfClient } from './webhooks.tsx'

const SuspendDialog = dialogOnDemand(async () => (await import('./suspend.tsx')).SuspendDialog)

const route = getRouteApi('/shell/warehouse/clients/$id')

export const load = ({ params }: ById) => startReading(clientById(params.id))

/** The parts vary in height, so they are shown together once all are loaded. Otherwise they would move each other. */
export function ClientDetail() {
  const { id } = route.useParams()
  const isLoaded = useQueries({
    queries: [clientById(id), balanceOf(id), firstStockOf(id), usersOf(id), keysOf(id), webhooksOf(id)],
    combine: (parts) => parts.every(({ isPending }) => !isPending),
  })
  if (!isLoaded) return <DetailSkeleton />
  return <Detail query={clientById(id)}>{(client) => <ClientPage {...client} />}</Detail>
}

function ClientPage(client: Client) {
  const { t } = useLingui()
  const { id, name, status } = client
  const mayWrite = useMay('staff:clients')
  const [isAsking, setAsking] = useState(false)
  const actions = mayWrite ? (
    <>
      <SeeAsClient {...client} />
      <Button onClick={() => setAsking(true)}>
        {status === 'suspended' ? t`Let it in again` : t`Suspend`}
      </Button>
      <ButtonLink to="/warehouse/clients/$id/edit" params={{ id }}>{t`Edit`}</ButtonLink>
    </>
  ) : null
  return (
    <Page
      title={name}
      mark={<ClientStatus status={status} />}
      crumbs={[
        { to: '/warehouse', label: t`Warehouse` },
        { to: '/warehouse/clients', label: t`Clients` },
      ]}
      actions={actions}
    >
      <ClientTabs id={id} />
      <Columns columns="2fr 1fr">
        <Stacked>
          <StockOfClient clientId={id} />
          <UsersOfClient clientId={id} />
          <KeysOfClient clientId={id} />
          <WebhooksOfClient clientId={id} />
        </Stacked>
        <Stacked>
          <BalanceOfClient clientId={id} />
          <FactsOfClient {...client} />
        </Stacked>
      </Columns>

      {isAsking ? <SuspendDialog client={client} close={() => setAsking(false)} /> : null}
    </Page>
  )
}

function BalanceOfClient({ clientId }: { clientId: string }) {
  const { t } = useLingui()
  const { data: balance } = useQuery(balanceOf(clientId))
  return (
    <Stat
      label={t`Balance`}
      value={balance ? formatMoney(balance.saldo) : '…'}
      to="/warehouse/account"
      search={{ client_id: clientId }}
    />
  )
}

function FactsOfClient(client: Client) {
  const { t } = useLingui()
  const condition = useIvaConditions().find(({ value }) => value === client.iva_condition)
  return (
    <Card title={t`Client`}>
      <Facts
        entries={[
          [t`E-mail`, <Email key="email" address={client.email} />],
          [t`CUIT`, <TaxId key="cuit" value={client.cuit_dni} />],
          [t`IVA condition`, condition?.label ?? client.iva_condition],
          [t`Address`, client.address],
          [t`Mail remitos`, client.mail_remitos ? t`when an order leaves` : t`no`],
          [t`Since`, <Moment key="since" at={client.created_at} />],
        ]}
      />
    </Card>
  )
}
