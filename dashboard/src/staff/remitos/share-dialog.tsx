// Shares a remito: mails its link and its PDF, and shows the link to copy and to scan. Whoever has it reads the remito and can
// confirm that the goods have arrived.
import rules from 'contract:backoffice/POST /remitos/{id}/share'
import type { SharedRemito } from '@anden/sdk/backoffice'
import { Trans, useLingui } from '@lingui/react/macro'
import { Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { backoffice } from '../../shared/backoffice.ts'
import { QrCode } from '../../shared/settings/qr-code.tsx'
import { Code } from '../../ui/code.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useContractForm } from '../../ui/form/use-contract-form.ts'
import { Modal } from '../../ui/modal.tsx'

type ShareDialogProps = { id: string; name: string; close: () => void }

export function ShareDialog({ id, name, close }: ShareDialogProps) {
  const { t } = useLingui()
  const [shared, setShared] = useState<SharedRemito | null>(null)
  return (
    <Modal opened onClose={close} title={t`Share ${name}`} closeButtonProps={{ 'aria-label': t`Close` }}>
      <Stack gap="md">
        <p className="quiet">
          <Trans>Whoever has the link reads the remito and can confirm that the goods have arrived.</Trans>
        </p>
        {shared ? <Shared {...shared} /> : <ShareForm id={id} done={setShared} cancel={close} />}
      </Stack>
    </Modal>
  )
}

function Shared({ url, mailed_to }: SharedRemito) {
  const { t } = useLingui()
  return (
    <>
      <p role="status">
        {mailed_to === null
          ? t`Nothing was mailed: the recipient has no e-mail address.`
          : t`The link and the PDF are on their way to ${mailed_to}.`}
      </p>
      <QrCode text={url} label={t`QR code of the link`} />
      <Code label={t`Link`} text={url} />
    </>
  )
}

type Fields = { email: string }
type ShareFormProps = { id: string; done: (shared: SharedRemito) => void; cancel: () => void }

function ShareForm({ id, done, cancel }: ShareFormProps) {
  const { t } = useLingui()
  const bodyOf = ({ email }: Fields) => (email.trim() === '' ? {} : { email: email.trim() })
  const form = useContractForm<Fields, SharedRemito>({
    rules,
    initial: { email: '' },
    body: bodyOf,
    send: (values) => backoffice.remitos.share(id, bodyOf(values)),
    done,
  })
  return (
    <Form form={form} submitLabel={t`Share`} cancel={cancel}>
      <TextInput
        label={t`E-mail`}
        type="email"
        description={t`Empty: to the address of the recipient, if it has one.`}
        {...form.getInputProps('email')}
      />
    </Form>
  )
}
