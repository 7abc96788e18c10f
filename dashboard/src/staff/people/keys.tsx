import type { StaffKey } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { backoffice } from '../../shared/backoffice.ts'
import { KeyList } from '../../shared/keys/key-list.tsx'
import { staffKeyList } from './queries.ts'
import { ScopeNames } from './scope-names.tsx'
import { useStaffTrial } from './trial.ts'

const writes = { rotate: backoffice.staffKeys.rotate, revoke: backoffice.staffKeys.delete }

export function StaffKeys() {
  const { t } = useLingui()
  return (
    <KeyList
      title={t`Staff keys`}
      intro={t`A key is how a program of the warehouse signs in: its ERP, a printer, a scanner. It sees every client, so give each program its own, with only the rights that it needs.`}
      path="/warehouse/keys"
      above={[{ to: '/warehouse', label: t`Warehouse` }]}
      query={staffKeyList}
      exportAs="staff-keys"
      purpose={t`With a key, the warehouse's ERP receives goods and records payments by itself.`}
      columns={[
        {
          id: 'scopes',
          label: t`Rights`,
          from: 'sm',
          cell: ({ scopes }: StaffKey) => <ScopeNames scopes={scopes} />,
        },
      ]}
      writes={writes}
      trial={useStaffTrial()}
    />
  )
}
