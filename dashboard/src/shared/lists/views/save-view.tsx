import rules from 'contract:portal/POST /views'
import { useLingui } from '@lingui/react/macro'
import { Switch, TextInput } from '@mantine/core'
import { useFilters } from '../../../ui/filters.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { useContractForm } from '../../../ui/form/use-contract-form.ts'
import { Modal } from '../../../ui/modal.tsx'
import { markOld } from '../../api.ts'
import { useSession } from '../../session.ts'
import { createView, savedPartOf } from './list-view.ts'

/** Saves the current filters and columns under a name. */
export function SaveView({ page, close }: { page: string; close: () => void }) {
  const { t } = useLingui()
  const { role, client } = useSession()
  const { search } = useFilters()
  const bodyOf = (values: { name: string; shared: boolean }) => ({ page, ...savedPartOf(search), ...values })
  const form = useContractForm({
    rules,
    initial: { name: '', shared: false },
    draft: `views.${page}.new`,
    body: bodyOf,
    send: (values) => createView(client === null, bodyOf(values)),
    done: () => {
      markOld('views')
      close()
    },
  })
  return (
    <Modal opened onClose={close} title={t`Save this view`} closeButtonProps={{ 'aria-label': t`Close` }}>
      <Form form={form} submitLabel={t`Save`} cancel={close}>
        <p className="quiet">{t`A name for the filters and columns that the list shows now.`}</p>
        <TextInput label={t`Name`} data-autofocus autoComplete="off" {...form.getInputProps('name')} />
        {role === 'reader' ? null : (
          <Switch
            label={t`My colleagues see it too`}
            {...form.getInputProps('shared', { type: 'checkbox' })}
          />
        )}
      </Form>
    </Modal>
  )
}
