import rules from 'contract:portal/POST /auth/change-password'
import { useLingui } from '@lingui/react/macro'
import { PasswordInput } from '@mantine/core'
import { useState } from 'react'
import { Card } from '../../ui/card.tsx'
import { Form } from '../../ui/form/form.tsx'
import { NewPasswordInput } from '../../ui/form/new-password-input.tsx'
import { useContractForm } from '../../ui/form/use-contract-form.ts'
import { portal, queryClient } from '../api.ts'
import { useSession } from '../session.ts'
import { ownSessions } from './own-sessions.tsx'

export function ChangePassword() {
  const { t } = useLingui()
  const { user } = useSession()
  const [isChanged, setChanged] = useState(false)
  const form = useContractForm({
    rules,
    initial: { currentPassword: '', newPassword: '' },
    send: (values) => portal.auth.changePassword(values),
    done: async () => {
      form.reset()
      setChanged(true)
      await queryClient.invalidateQueries({ queryKey: ownSessions.queryKey })
    },
  })
  return (
    <Card title={t`Password`}>
      <Form form={form} submitLabel={t`Change the password`} isQuiet>
        {/* Tells password managers whose password this is. */}
        <input type="hidden" autoComplete="username" value={user.email} readOnly />
        <PasswordInput
          label={t`Current password`}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t`Show the password` }}
          {...form.getInputProps('currentPassword')}
        />
        <NewPasswordInput label={t`New password`} rules={rules} {...form.getInputProps('newPassword')} />
        <p role="status" className={isChanged ? '' : 'visually-hidden'}>
          {isChanged ? t`Your password was changed. Your other sessions have ended.` : ''}
        </p>
      </Form>
    </Card>
  )
}
