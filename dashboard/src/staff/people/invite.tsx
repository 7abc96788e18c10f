import rules from 'contract:backoffice/POST /users'
import { useLingui } from '@lingui/react/macro'
import { backoffice } from '../../shared/backoffice.ts'
import { InviteUser } from '../../shared/users/invite-user.tsx'
import { StaffScopeField } from './scope-field.tsx'
import { staffScopesIn } from './scopes.ts'

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
      initial={{ scopes: staffScopesIn(['staff:read']) }}
      send={(person) => backoffice.users.create(person)}
      rightsField={(form) => (
        <StaffScopeField
          value={form.values.scopes}
          onChange={(scopes) => form.setValues((values) => ({ ...values, scopes: staffScopesIn(scopes) }))}
          error={form.errors['scopes']}
        />
      )}
    />
  )
}
