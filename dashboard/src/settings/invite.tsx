import rules from 'contract:portal/POST /users'
import { useLingui } from '@lingui/react/macro'
import { Radio, Stack, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { markOld, portal } from '../api.ts'
import { Card } from '../ui/card.tsx'
import { Form } from '../ui/form/form.tsx'
import { useContractForm } from '../ui/form/use-contract-form.ts'
import { Page } from '../ui/page.tsx'
import { type ClientRole, clientRoles, useRoles } from './roles.ts'

export function InviteUser() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const roles = useRoles()
  const back = () => navigate({ to: '/settings/users' })
  const form = useContractForm({
    rules,
    initial: { name: '', email: '', role: 'reader' as ClientRole },
    draft: 'users.new',
    send: (values) => portal.users.create(values),
    done: () => {
      markOld('users')
      return back()
    },
  })
  return (
    <Page title={t`Invite a user`} crumbs={[{ to: '/settings/users', label: t`Users` }]}>
      <Card title={t`Invitation`}>
        <Form form={form} submitLabel={t`Send the invitation`} cancel={() => void back()}>
          <p className="quiet">
            {t`The person gets a link by e-mail to choose a password. It works once, for 72 hours.`}
          </p>
          <TextInput label={t`Name`} withAsterisk autoComplete="off" {...form.getInputProps('name')} />
          <TextInput
            label={t`E-mail`}
            type="email"
            withAsterisk
            autoComplete="off"
            {...form.getInputProps('email')}
          />
          <Radio.Group label={t`Role`} {...form.getInputProps('role')}>
            <Stack gap={8}>
              {clientRoles.map((role) => (
                <Radio key={role} value={role} label={roles[role].label} description={roles[role].note} />
              ))}
            </Stack>
          </Radio.Group>
        </Form>
      </Card>
    </Page>
  )
}
