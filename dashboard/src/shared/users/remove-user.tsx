import { Trans, useLingui } from '@lingui/react/macro'
import { Confirm } from '../../ui/confirm.tsx'
import { leave, useSession } from '../session.ts'
import { type UserDialogProps, useUserAction } from './user-list.tsx'

type RemoveUserProps = UserDialogProps & {
  remove: (id: string) => PromiseLike<unknown>
  /** States what remains after the person is removed. */
  stays: string
}

export function RemoveUserDialog({ remove, stays, ...props }: RemoveUserProps) {
  const { t } = useLingui()
  const { user, close } = props
  const isSelf = useSession().user.id === user.id
  const action = useUserAction(
    props,
    async () => {
      await remove(user.id)
      if (isSelf) leave()
    },
    t`${user.name} was removed.`,
  )
  return (
    <Confirm title={t`Remove ${user.name}?`} confirmLabel={t`Remove`} action={action} close={close}>
      <p>
        <Trans>
          <b>{user.email}</b> can no longer sign in, and is signed out everywhere at once.
        </Trans>{' '}
        {stays}
      </p>
      {isSelf ? <p>{t`This is you.`}</p> : null}
    </Confirm>
  )
}
