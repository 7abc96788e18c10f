import type { StaffViewOfUser } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { backoffice } from '../../shared/backoffice.ts'
import { RemoveUserDialog } from '../../shared/users/remove-user.tsx'
import { ResetSecondFactorDialog } from '../../shared/users/reset-second-factor.tsx'
import { SendLinkDialog } from '../../shared/users/send-link.tsx'
import type { UserDialogProps } from '../../shared/users/user-list.tsx'
import { ChangeScopes } from './change-scopes.tsx'

export type StaffUserAction = 'scopes' | 'send-link' | 'second-factor' | 'remove'

type StaffUserDialogProps = UserDialogProps<StaffViewOfUser> & { action: StaffUserAction }

export function StaffUserDialog({ action, ...props }: StaffUserDialogProps) {
  const { t } = useLingui()
  if (action === 'send-link') return <SendLinkDialog {...props} />
  if (action === 'second-factor')
    return <ResetSecondFactorDialog {...props} reset={backoffice.users.resetSecondFactor} />
  if (action === 'scopes') return <ChangeScopes {...props} />
  return (
    <RemoveUserDialog
      {...props}
      remove={backoffice.users.delete}
      stays={t`What this person did stays in the audit log.`}
    />
  )
}
