// Suspends a client. The dialog states in numbers what stops and what continues.

import type { Client } from '@anden/sdk/backoffice'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { List, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { markOld } from '../../shared/api.ts'
import { backoffice } from '../../shared/backoffice.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { useAction } from '../../ui/use-action.ts'
import { clientCounts } from '../queries.ts'

type SuspendDialogProps = { client: Client; close: () => void }

export function SuspendDialog({ client: { id, name, status }, close }: SuspendDialogProps) {
  const { t } = useLingui()
  const isSuspended = status === 'suspended'
  const { isPending } = useQuery(clientCounts(id))
  const change = useAction({
    mutationFn: async () =>
      await backoffice.clients.update(id, { status: isSuspended ? 'active' : 'suspended' }),
    onSuccess: () => {
      markOld('clients')
      close()
    },
  })
  return (
    <Confirm
      title={isSuspended ? t`Let ${name} in again?` : t`Suspend ${name}?`}
      confirmLabel={isSuspended ? t`Let it in` : t`Suspend`}
      isDangerous={!isSuspended}
      isReady={!isPending}
      action={change}
      close={close}
    >
      {isSuspended ? <WhatReturns clientId={id} /> : <WhatStops clientId={id} />}
    </Confirm>
  )
}

function WhatStops({ clientId }: { clientId: string }) {
  const { t } = useLingui()
  const { data } = useQuery(clientCounts(clientId))
  if (!data) return <Skeleton height={88} />
  const { keys, users, webhooks, open_orders } = data
  const orders = Object.values(open_orders).reduce((sum, count) => sum + count, 0)
  const endpoints = webhooks.active
  return (
    <>
      <p>{t`From the next request on:`}</p>
      <List>
        <List.Item>
          {plural(keys, { one: '# API key is refused', other: '# API keys are refused' })}
        </List.Item>
        <List.Item>{plural(users, { one: '# user is shut out', other: '# users are shut out' })}</List.Item>
      </List>
      <p>{t`This goes on:`}</p>
      <List>
        <List.Item>
          {plural(orders, {
            one: '# open order stays in the queue',
            other: '# open orders stay in the queue',
          })}
        </List.Item>
        <List.Item>
          {plural(endpoints, {
            one: '# webhook endpoint keeps getting events',
            other: '# webhook endpoints keep getting events',
          })}
        </List.Item>
      </List>
    </>
  )
}

function WhatReturns({ clientId }: { clientId: string }) {
  const { t } = useLingui()
  const { data } = useQuery(clientCounts(clientId))
  if (!data) return <Skeleton height={22} />
  const keys = plural(data.keys, { one: '# API key', other: '# API keys' })
  const users = plural(data.users, { one: '# user', other: '# users' })
  return <p>{t`Let in again at once: ${keys}, ${users}.`}</p>
}
