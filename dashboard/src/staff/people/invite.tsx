import rules from 'contract:backoffice/POST /users'
import type { NewUserByStaff } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { backoffice } from '../../shared/backoffice.ts'
import { InviteUser } from '../../shared/users/invite-user.tsx'
import { StaffScopeField } from './scope-field.tsx'

export function InviteStaffUser() {
  const { t } = useLingui()
  return (
    <InviteUser
      crumbs={[
        { to: '/warehouse', label: t`Warehouse` },
        { to: '/warehouse/users', label: t`Users` },
      ]}
      draft="staff-users.new"
      rules={rules}
      initial={{ scopes: ['staff:read'] }}
      send={(person) => backoffice.users.create(person as NewUserByStaff)}
      rightsField={(form) => (
        <StaffScopeField
          value={form.values.scopes}
          onChange={(scopes) => form.setFieldValue('scopes', scopes as never)}
          error={form.errors['scopes']}
        />
      )}
    />
  )
}
