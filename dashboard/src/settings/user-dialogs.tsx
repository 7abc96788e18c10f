// What an administrator does with a user. Each asks first, and says what it means for the person.
import type { User } from '@anden/sdk'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { markOld, portal } from '../api.ts'
import { useSession } from '../shell/session.ts'
import { Confirm } from '../ui/confirm.tsx'
import { type ClientRole, useRoles } from './roles.ts'

export type UserAction = 'make-administrator' | 'make-reader' | 'send-link' | 'remove'

type DialogProps = { user: User; close: () => void; done: (notice: string) => void }

export function UserDialog({ action, ...props }: DialogProps & { action: UserAction }) {
  if (action === 'remove') return <RemoveDialog {...props} />
  if (action === 'send-link') return <SendLinkDialog {...props} />
  return <RoleDialog {...props} role={action === 'make-reader' ? 'reader' : 'administrator'} />
}

function useAction({ close, done }: DialogProps, send: () => PromiseLike<unknown>, notice: string) {
  return useMutation({
    mutationFn: async () => await send(),
    onSuccess: () => {
      markOld('users')
      done(notice)
      close()
    },
  })
}

function RoleDialog(props: DialogProps & { role: ClientRole }) {
  const { t } = useLingui()
  const { user, role, close } = props
  const { label, note } = useRoles()[role]
  const isSelf = useSession().user.id === user.id
  const action = useAction(
    props,
    async () => {
      await portal.users.update(user.id, { role })
      // The own rights have changed: the whole page is another one.
      if (isSelf) location.assign('/')
    },
    t`${user.name} is now: ${label}.`,
  )
  return (
    <Confirm
      title={`${user.name}: ${label}`}
      confirmLabel={t`Change the role`}
      isDangerous={role === 'reader'}
      action={action}
      close={close}
    >
      <p>{note}</p>
      {isSelf ? <p>{t`This is you: only another administrator can undo it.`}</p> : null}
    </Confirm>
  )
}

function SendLinkDialog(props: DialogProps) {
  const { t } = useLingui()
  const { email, name } = props.user
  const action = useAction(
    props,
    () => portal.auth.requestPasswordReset({ email }),
    t`A link is on its way to ${email}.`,
  )
  return (
    <Confirm
      title={t`Send ${name} a new link?`}
      confirmLabel={t`Send it`}
      isDangerous={false}
      action={action}
      close={props.close}
    >
      <Trans>
        It goes to <b>{email}</b> and sets the first password. It works once, for one hour.
      </Trans>
    </Confirm>
  )
}

function RemoveDialog(props: DialogProps) {
  const { t } = useLingui()
  const { user, close } = props
  const isSelf = useSession().user.id === user.id
  const action = useAction(
    props,
    async () => {
      await portal.users.delete(user.id)
      if (isSelf) location.assign('/sign-in')
    },
    t`${user.name} was removed.`,
  )
  return (
    <Confirm title={t`Remove ${user.name}?`} confirmLabel={t`Remove`} action={action} close={close}>
      <Trans>
        <b>{user.email}</b> can no longer sign in, and is signed out everywhere at once. Orders that were
        placed, and API keys, stay.
      </Trans>
      {isSelf ? <p>{t`This is you.`}</p> : null}
    </Confirm>
  )
}
