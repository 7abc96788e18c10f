// The headers that every delivery to an endpoint carries. Nobody can read the values again, so they are replaced together. The form is
// not kept as a draft: the browser must not store what the service hides.
import rules from 'contract:portal/PATCH /webhooks/{id}'
import { maxOwnHeaders } from '@anden/contract/values'
import type { WebhookEndpoint } from '@anden/sdk'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, CloseButton, Stack, TextInput } from '@mantine/core'
import { markOld, portal } from '../../../shared/api.ts'
import { Form } from '../../../ui/form/form.tsx'
import { useContractForm } from '../../../ui/form/use-contract-form.ts'
import { Modal } from '../../../ui/modal.tsx'
import styles from './own-headers.module.css'

const noHeader = { name: '', value: '' }

export function OwnHeadersDialog({ endpoint, close }: { endpoint: WebhookEndpoint; close: () => void }) {
  const { t } = useLingui()
  const { id, header_names } = endpoint
  const form = useContractForm({
    rules,
    initial: {
      headers: header_names.length > 0 ? header_names.map((name) => ({ name, value: '' })) : [noHeader],
    },
    body: ({ headers }) => ({ headers }),
    send: ({ headers }) => portal.webhooks.update(id, { headers }),
    done: () => {
      markOld('webhooks')
      close()
    },
  })
  const { headers } = form.values
  return (
    <Modal
      opened
      onClose={close}
      size="lg"
      title={t`Own headers`}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <Stack gap="md">
        <p>
          <Trans>
            Every delivery and every test carries them, for example the token of your gateway. The values are
            stored encrypted and never shown again: saving replaces all of them.
          </Trans>
        </p>
        <Form form={form} submitLabel={headers.length > 0 ? t`Save` : t`Save without headers`} cancel={close}>
          {headers.map((_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other identity, and its fields are controlled
            <div key={index} className={styles['row']}>
              <TextInput
                label={t`Name`}
                placeholder="X-Gateway-Key"
                autoComplete="off"
                spellCheck={false}
                data-autofocus={index === 0 || undefined}
                {...form.getInputProps(`headers.${index}.name`)}
              />
              <TextInput
                label={t`Value`}
                autoComplete="off"
                spellCheck={false}
                {...form.getInputProps(`headers.${index}.value`)}
              />
              <CloseButton
                aria-label={t`Remove this header`}
                onClick={() => form.setFieldValue('headers', headers.toSpliced(index, 1))}
              />
            </div>
          ))}
          {headers.length < maxOwnHeaders ? (
            <Button
              className={styles['add'] ?? ''}
              onClick={() => form.setFieldValue('headers', [...headers, noHeader])}
            >{t`Add a header`}</Button>
          ) : null}
        </Form>
      </Stack>
    </Modal>
  )
}
