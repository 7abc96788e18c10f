import rules from 'contract:portal/POST /destinatarios'
import type { NewDestinatario } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { markOld, portal } from '../../../shared/api.ts'
import { Form } from '../../../ui/form/form.tsx'
import { useContractForm, withoutEmpty } from '../../../ui/form/use-contract-form.ts'
import { Modal } from '../../../ui/modal.tsx'
import { DestinatarioFieldset, noDestinatario } from '../../destinatarios/fields.tsx'

export function AddRecipient({ added, close }: { added: (id: string) => void; close: () => void }) {
  const { t } = useLingui()
  const form = useContractForm({
    rules,
    initial: noDestinatario,
    draft: 'destinatarios.new',
    send: (values) => portal.destinatarios.create(withoutEmpty(values) as NewDestinatario),
    done: ({ id }) => {
      markOld('destinatarios')
      added(id)
    },
  })
  return (
    <Modal
      opened
      onClose={close}
      size="lg"
      title={t`Add a recipient`}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <Form form={form} submitLabel={t`Add`} cancel={close}>
        <DestinatarioFieldset form={form} take={added} />
      </Form>
    </Modal>
  )
}
