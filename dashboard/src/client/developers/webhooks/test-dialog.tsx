// The dialog sends a ping as soon as it opens, as the label of its button says.

import type { WebhookEndpoint } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { Button, Group, Skeleton, Stack } from '@mantine/core'
import { useEffect } from 'react'
import { Modal } from '../../../ui/modal.tsx'
import { ProblemNote } from '../../../ui/problem.tsx'
import { TestResult, useSendTest } from './send-test.tsx'

export function TestDialog({
  endpoint: { id, url },
  close,
}: {
  endpoint: WebhookEndpoint
  close: () => void
}) {
  const { t } = useLingui()
  const { mutate, data, error, isPending } = useSendTest()
  const send = () => void mutate({ endpointId: id, type: 'webhook.test' })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the dialog opens
  useEffect(send, [id])
  return (
    <Modal
      opened
      onClose={close}
      title={t`Test ping`}
      size="lg"
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <Stack gap="md">
        <p className="mono">POST {url}</p>
        {isPending ? <Skeleton height={48} /> : null}
        {error && !isPending ? <ProblemNote error={error} /> : null}
        {data && !isPending ? <TestResult {...data} /> : null}
        <Group justify="flex-end" gap="xs">
          <Button onClick={send} disabled={isPending}>{t`Send again`}</Button>
          <Button variant="filled" onClick={close}>{t`Done`}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
