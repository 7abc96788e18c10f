import rules from 'contract:portal/POST /users'
import { useLingui } from '@lingui/react/macro'
import { portal } from '../api.ts'
import type { ClientRole } from '../users/client-roles.ts'
import { InviteUser } from '../users/invite-user.tsx'
import { RoleField } from '../users/role-field.tsx'

export function InviteColleague() {
  const { t } = useLingui()
  return (
    <InviteUser
      crumbs={[{ to: '/settings/users', label: t`Users` }]}
      draft="users.new"
      rules={rules}
      initial={{ role: 'reader' as ClientRole }}
      send={(person) => portal.users.create(person)}
      rightsField={(form) => <RoleField {...form.getInputProps('role')} />}
    />
  )
}
