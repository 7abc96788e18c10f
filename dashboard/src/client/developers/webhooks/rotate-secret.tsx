import rules from 'contract:portal/POST /webhooks/{id}/rotate-secret'
import type { WebhookEndpoint } from '@anden/sdk'
import { Trans, useLingui } from '@lingui/react/macro'
import { Select, Stack } from '@mantine/core'
import { markOld, portal } from '../../../shared/api.ts'
import { Form } from '../../../ui/form/form.tsx'
import { useContractForm } from '../../../ui/form/use-contract-form.ts'
import { Modal } from '../../../ui/modal.tsx'

export function RotateSecretDialog({
  endpoint,
  rotated,
  close,
}: {
  endpoint: WebhookEndpoint
  rotated: (secret: string) => void
  close: () => void
}) {
  const { t } = useLingui()
  const bodyOf = ({ seconds }: { seconds: string }) => ({ overlap_seconds: Number(seconds) })
  const form = useContractForm({
    rules,
    initial: { seconds: '86400' },
    body: bodyOf,
    send: (values) => portal.webhooks.rotateSecret(endpoint.id, bodyOf(values)),
    done: ({ signing_secret }) => {
      markOld('webhooks')
      rotated(signing_secret)
    },
  })
  const choices = [
    { value: '0', label: t`Not at all: it ends at once` },
    { value: '3600', label: t`1 hour` },
    { value: '86400', label: t`1 day` },
    { value: '604800', label: t`7 days` },
  ]
  return (
    <Modal opened onClose={close} title={t`Rotate the secret`} closeButtonProps={{ 'aria-label': t`Close` }}>
      <Stack gap="md">
        <p>
          <Trans>
            Deliveries are signed with both secrets while they overlap, so that your receiver accepts them
            before and after the change.
          </Trans>
        </p>
        <Form form={form} submitLabel={t`Rotate`} cancel={close}>
          <Select
            label={t`Sign with the old secret as well for`}
            data-autofocus
            data={choices}
            {...form.getInputProps('seconds')}
            error={form.errors['overlap_seconds']}
          />
        </Form>
      </Stack>
    </Modal>
  )
}
