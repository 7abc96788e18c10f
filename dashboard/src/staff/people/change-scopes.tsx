import rules from 'contract:backoffice/PATCH /users/{id}'
import type { StaffViewOfUser } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { Stack } from '@mantine/core'
import { markOld } from '../../shared/api.ts'
import { backoffice } from '../../shared/backoffice.ts'
import { useSession } from '../../shared/session.ts'
import type { UserDialogProps } from '../../shared/users/user-list.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useContractForm } from '../../ui/form/use-contract-form.ts'
import { Modal } from '../../ui/modal.tsx'
import { StaffScopeField } from './scope-field.tsx'
import { staffScopesIn } from './scopes.ts'

export function ChangeScopes({ user, close, done }: UserDialogProps<StaffViewOfUser>) {
  const { t } = useLingui()
  const isSelf = useSession().user.id === user.id
  const form = useContractForm({
    rules,
    initial: { scopes: user.scopes },
    send: ({ scopes }) => backoffice.users.update(user.id, { scopes: staffScopesIn(scopes) }),
    done: () => {
      // The user's own rights have changed, so the whole page has to be loaded again.
      if (isSelf) return location.assign('/warehouse')
      markOld('users')
      done(t`The rights of ${user.name} were changed.`)
      close()
    },
  })
  return (
    <Modal
      opened
      onClose={close}
      title={t`Rights of ${user.name}`}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <Stack gap="md">
        <p className="quiet">{t`They apply from the next click on, without signing in again.`}</p>
        {isSelf ? <p>{t`This is you: only another administrator can undo it.`}</p> : null}
        <Form form={form} submitLabel={t`Save`} cancel={close}>
          <StaffScopeField
            value={form.values.scopes}
            onChange={(scopes) => form.setFieldValue('scopes', scopes)}
            error={form.errors['scopes']}
          />
        </Form>
      </Stack>
    </Modal>
  )
}
