import rules from 'contract:backoffice/POST /staff-keys'
import { useLingui } from '@lingui/react/macro'
import { backoffice } from '../../shared/backoffice.ts'
import { CreateKey } from '../../shared/keys/create-key.tsx'
import { StaffScopeField } from './scope-field.tsx'
import { staffScopesIn } from './scopes.ts'
import { useStaffTrial } from './trial.ts'

export function CreateStaffKey() {
  const { t } = useLingui()
  return (
    <CreateKey
      title={t`Create a staff key`}
      crumbs={[
        { to: '/warehouse', label: t`Warehouse` },
        { to: '/warehouse/keys', label: t`Staff keys` },
      ]}
      draft="staff-keys.new"
      rules={rules}
      create={(body) => backoffice.staffKeys.create({ ...body, scopes: staffScopesIn(body.scopes) })}
      scopeField={(props) => <StaffScopeField {...props} />}
      trial={useStaffTrial()}
    />
  )
}
