// The actions of an administrator on a user. Each one asks for confirmation and states the effect on the person.
import type { User } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { portal } from '../../shared/api.ts'
import { useSession } from '../../shared/session.ts'
import { type ClientRole, useRoles } from '../../shared/users/client-roles.ts'
import { RemoveUserDialog } from '../../shared/users/remove-user.tsx'
import { ResetSecondFactorDialog } from '../../shared/users/reset-second-factor.tsx'
import { RoleField } from '../../shared/users/role-field.tsx'
import { SendLinkDialog } from '../../shared/users/send-link.tsx'
import { type UserDialogProps, useUserAction } from '../../shared/users/user-list.tsx'
import { Confirm } from '../../ui/confirm.tsx'

export type UserAction = 'role' | 'send-link' | 'second-factor' | 'remove'

export function UserDialog({ action, ...props }: UserDialogProps<User> & { action: UserAction }) {
  const { t } = useLingui()
  if (action === 'send-link') return <SendLinkDialog {...props} />
  if (action === 'second-factor')
    return <ResetSecondFactorDialog {...props} reset={portal.users.resetSecondFactor} />
  if (action === 'remove')
    return (
      <RemoveUserDialog
        {...props}
        remove={portal.users.delete}
        stays={t`Orders that were placed, and API keys, stay.`}
      />
    )
  return <RoleDialog {...props} />
}

function RoleDialog(props: UserDialogProps<User>) {
  const { t } = useLingui()
  const { user, close } = props
  const [role, setRole] = useState(user.role as ClientRole)
  const { label } = useRoles()[role]
  const isSelf = useSession().user.id === user.id
  const action = useUserAction(
    props,
    async () => {
      await portal.users.update(user.id, { role })
      // The user's own rights have changed, so the whole page has to be loaded again.
      if (isSelf) location.assign('/')
    },
    t`${user.name} is now: ${label}.`,
  )
  return (
    <Confirm
      title={t`Role of ${user.name}`}
      confirmLabel={t`Change the role`}
      isDangerous={false}
      action={action}
      close={close}
    >
      <RoleField value={role} onChange={(chosen) => setRole(chosen as ClientRole)} />
      {isSelf ? <p>{t`This is you: only another administrator can undo it.`}</p> : null}
    </Confirm>
  )
}
