// The dialogs that pause or delete an endpoint.

import type { WebhookEndpoint } from '@anden/sdk'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { deleteShown, markOld, portal } from '../../../shared/api.ts'
import { Confirm } from '../../../ui/confirm.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { useAction } from '../../../ui/use-action.ts'
import { pendingDeliveries } from './queries.ts'
import { shortUrl } from './short-url.ts'

type Props = { endpoint: WebhookEndpoint; close: () => void }

/** Returns `100+` if there are more. */
function usePendingCount(endpointId: string): string | null {
  const { data } = useQuery(pendingDeliveries(endpointId))
  if (!data) return null
  return `${formatNumber(data.data.length)}${data.has_more ? '+' : ''}`
}

export function PauseEndpoint({ endpoint: { id, url }, close }: Props) {
  const { t } = useLingui()
  const pending = usePendingCount(id)
  const pause = useAction({
    mutationFn: async () => await portal.webhooks.update(id, { status: 'paused' }),
    onSuccess: () => {
      markOld('webhooks')
      close()
    },
  })
  return (
    <Confirm title={t`Pause ${shortUrl(url)}?`} confirmLabel={t`Pause`} action={pause} close={close}>
      <p>
        <Trans>
          Nothing is sent until you re-activate it. Events go on being kept, and can be recovered then.
        </Trans>
      </p>
      {pending ? (
        <p>
          <Trans>Deliveries that wait to be sent, and stop: {pending}.</Trans>
        </p>
      ) : null}
    </Confirm>
  )
}

export function DeleteEndpoint({ endpoint: { id, url, events }, close }: Props) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const deletion = useAction({
    mutationFn: () => deleteShown(id, async () => await portal.webhooks.delete(id)),
    onSuccess: async () => {
      await navigate({ to: '/developers/webhooks' })
      markOld('webhooks')
    },
  })
  const name = shortUrl(url)
  const count = formatNumber(events.length)
  return (
    <Confirm
      title={t`Delete ${name}?`}
      confirmLabel={t`Delete`}
      typed={new URL(url).host}
      action={deletion}
      close={close}
    >
      <p>
        <Trans>
          It no longer gets its {count} types of events, its delivery history can no longer be read, and what
          it missed can no longer be recovered. This cannot be undone.
        </Trans>
      </p>
    </Confirm>
  )
}
