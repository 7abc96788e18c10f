import type { WebhookDelivery, WebhookEndpoint } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { markOld, portal } from '../../../shared/api.ts'
import { useMay } from '../../../shared/session.ts'
import { ProblemNote } from '../../../ui/problem.tsx'
import { useAction } from '../../../ui/use-action.ts'

/** Shown only if a retry is possible: the delivery has failed for good and the endpoint is active. */
export function RetryButton({
  endpoint,
  delivery,
  isPrimary = false,
}: {
  endpoint: WebhookEndpoint
  delivery: WebhookDelivery
  isPrimary?: boolean
}) {
  const { t } = useLingui()
  const mayWrite = useMay('write:webhooks')
  const retry = useAction({
    mutationFn: async () => await portal.webhooks.deliveries.retry(endpoint.id, delivery.id),
    onSuccess: () => markOld('webhooks'),
  })
  const isOver = delivery.status === 'failed' || delivery.status === 'abandoned'
  if (!mayWrite || !isOver || endpoint.status !== 'active') return null
  return (
    <>
      <Button
        size={isPrimary ? 'sm' : 'compact-sm'}
        variant={isPrimary ? 'filled' : 'default'}
        loading={retry.isPending}
        onClick={() => retry.mutate()}
      >
        {t`Retry now`}
      </Button>
      {retry.isError ? <ProblemNote error={retry.error} /> : null}
    </>
  )
}
