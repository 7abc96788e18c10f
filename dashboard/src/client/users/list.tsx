import type { User } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { portal, rows } from '../../shared/api.ts'
import { useSession } from '../../shared/session.ts'
import { type ClientRole, useRoles } from '../../shared/users/client-roles.ts'
import { UserList } from '../../shared/users/user-list.tsx'
import { dialogOnDemand } from '../../ui/on-demand.tsx'

const UserDialog = dialogOnDemand(async () => (await import('./dialogs.tsx')).UserDialog)

export function Users() {
  const { t } = useLingui()
  const roles = useRoles()
  const self = useSession().user.id
  return (
    <UserList
      path="/settings/users"
      query={rows(['users'], portal.users.list, {}, { read: portal.users.export })}
      exportAs="users"
      purpose={t`Invite the people of your company who work with the warehouse.`}
      rights={{
        id: 'role',
        label: t`Role`,
        cell: ({ role }: User) => roles[role as ClientRole]?.label ?? role,
      }}
      actionsFor={({ id, invitation_pending, two_factor_enabled }: User) => [
        { action: 'role', label: t`Change the role…` },
        ...(invitation_pending ? [{ action: 'send-link', label: t`Send a new link` } as const] : []),
        ...(two_factor_enabled && id !== self
          ? [{ action: 'second-factor', label: t`Reset the second factor…` } as const]
          : []),
        { action: 'remove', label: t`Remove`, isDangerous: true },
      ]}
      dialog={(props) => <UserDialog {...props} />}
    />
  )
}
