import rules from 'contract:portal/POST /users'
import { useLingui } from '@lingui/react/macro'
import { portal } from '../../shared/api.ts'
import type { ClientRole } from '../../shared/users/client-roles.ts'
import { InviteUser } from '../../shared/users/invite-user.tsx'
import { RoleField } from '../../shared/users/role-field.tsx'

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
