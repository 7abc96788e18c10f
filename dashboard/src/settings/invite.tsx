import rules from 'contract:portal/POST /users'
import { useLingui } from '@lingui/react/macro'
import { Radio, Stack } from '@mantine/core'
import { portal } from '../api.ts'
import { InviteUser } from '../users/invite-user.tsx'
import { type ClientRole, clientRoles, useRoles } from './roles.ts'

export function InviteColleague() {
  const { t } = useLingui()
  const roles = useRoles()
  return (
    <InviteUser
      crumbs={[{ to: '/settings/users', label: t`Users` }]}
      draft="users.new"
      rules={rules}
      initial={{ role: 'reader' as ClientRole }}
      send={(person) => portal.users.create(person)}
      rightsField={(form) => (
        <Radio.Group label={t`Role`} {...form.getInputProps('role')}>
          <Stack gap={8}>
            {clientRoles.map((role) => (
              <Radio key={role} value={role} label={roles[role].label} description={roles[role].note} />
            ))}
          </Stack>
        </Radio.Group>
      )}
    />
  )
}
