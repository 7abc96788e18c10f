import type { StaffViewOfUser } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { useSession } from '../../shared/session.ts'
import { UserList } from '../../shared/users/user-list.tsx'
import { dialogOnDemand } from '../../ui/on-demand.tsx'
import { staffUserList } from './queries.ts'
import { ScopeNames } from './scope-names.tsx'

const StaffUserDialog = dialogOnDemand(async () => (await import('./user-dialogs.tsx')).StaffUserDialog)

export function StaffUsers() {
  const { t } = useLingui()
  const self = useSession().user.id
  return (
    <UserList
      path="/warehouse/users"
      above={[{ to: '/warehouse', label: t`Warehouse` }]}
      query={staffUserList}
      exportAs="staff"
      purpose={t`Invite the people who work in the warehouse.`}
      rights={{
        id: 'scopes',
        label: t`Rights`,
        cell: ({ scopes }: StaffViewOfUser) => <ScopeNames scopes={scopes} />,
      }}
      actionsFor={({ id, invitation_pending, two_factor_enabled }: StaffViewOfUser) => [
        { action: 'scopes', label: t`Change the rights…` },
        ...(invitation_pending ? [{ action: 'send-link', label: t`Send a new link` } as const] : []),
        ...(two_factor_enabled && id !== self
          ? [{ action: 'second-factor', label: t`Reset the second factor…` } as const]
          : []),
        { action: 'remove', label: t`Remove…`, isDangerous: true },
      ]}
      dialog={(props) => <StaffUserDialog {...props} />}
    />
  )
}
