// One client: who it is, what it has, who may act for it, and stopping it.
import type { Client } from '@anden/sdk/backoffice'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { markOld } from '../../api.ts'
import { useIvaConditions } from '../../destinatarios/iva-conditions.ts'
import { useMay } from '../../shell/session.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card, Columns, Stacked, Stat } from '../../ui/card.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Detail } from '../../ui/detail.tsx'
import { Facts } from '../../ui/facts.tsx'
import { formatMoney, formatNumber } from '../../ui/format.ts'
import { Page } from '../../ui/page.tsx'
import { Moment, TaxId } from '../../ui/values.tsx'
import { backoffice } from '../api.ts'
import { balanceOf, clientById, keysOf, webhooksOf } from '../queries.ts'
import { ClientStatus } from './client-status.tsx'
import { KeysOfClient } from './keys.tsx'
import { ProductsOfClient } from './products.tsx'
import { WebhooksOfClient } from './webhooks.tsx'

const route = getRouteApi('/shell/warehouse/clients/$id')

export function ClientDetail() {
  const { id } = route.useParams()
  return <Detail query={clientById(id)}>{(client) => <ClientPage {...client} />}</Detail>
}

function ClientPage(client: Client) {
  const { t } = useLingui()
  const { id, name, status } = client
  const mayWrite = useMay('staff:clients')
  const [isAsking, setAsking] = useState(false)
  const balance = useQuery(balanceOf(id))
  const condition = useIvaConditions().find(({ value }) => value === client.iva_condition)
  const actions = mayWrite ? (
    <>
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
      <Columns columns="2fr 1fr">
        <Stacked>
          <ProductsOfClient clientId={id} mayWrite={mayWrite} />
          <KeysOfClient clientId={id} />
          <WebhooksOfClient clientId={id} />
        </Stacked>
        <Stacked>
          <Stat
            label={t`Balance`}
            value={balance.data ? formatMoney(balance.data.saldo) : '…'}
            to="/warehouse/account"
            search={{ client_id: id }}
          />
          <Card title={t`Client`}>
            <Facts
              entries={[
                [t`E-mail`, client.email],
                [t`CUIT`, <TaxId key="cuit" value={client.cuit_dni} />],
                [t`IVA condition`, condition?.label ?? client.iva_condition],
                [t`Address`, client.address],
                [t`Since`, <Moment key="since" at={client.created_at} />],
              ]}
            />
          </Card>
        </Stacked>
      </Columns>
      {isAsking ? <SuspendDialog client={client} close={() => setAsking(false)} /> : null}
    </Page>
  )
}

/** Says in numbers what suspending stops. */
function SuspendDialog({ client: { id, name, status }, close }: { client: Client; close: () => void }) {
  const { t } = useLingui()
  const keys = useQuery(keysOf(id))
  const webhooks = useQuery(webhooksOf(id))
  const isSuspended = status === 'suspended'
  const change = useMutation({
    mutationFn: async () =>
      await backoffice.clients.update(id, { status: isSuspended ? 'active' : 'suspended' }),
    onSuccess: () => {
      markOld('clients')
      close()
    },
  })
  const activeKeys = (keys.data?.data ?? []).filter(({ revoked_at }) => revoked_at === null).length
  const endpoints = webhooks.data?.data.length ?? 0
  return (
    <Confirm
      title={isSuspended ? t`Let ${name} in again?` : t`Suspend ${name}?`}
      confirmLabel={isSuspended ? t`Let it in` : t`Suspend`}
      action={change}
      close={close}
    >
      {isSuspended ? (
        <Trans>Its keys and users work again at once.</Trans>
      ) : (
        <Trans>
          Its {formatNumber(activeKeys)} keys and all its users are refused from the next request on. Its{' '}
          {formatNumber(endpoints)} webhook endpoints stay. Its stock and its orders stay as they are.
        </Trans>
      )}
    </Confirm>
  )
}
