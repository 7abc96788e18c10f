import { Trans, useLingui } from '@lingui/react/macro'
import { Confirm } from '../../ui/confirm.tsx'
import { type UserDialogProps, useUserAction } from './user-list.tsx'

/** For a colleague who has lost the authenticator and the recovery codes. */
export function ResetSecondFactorDialog({
  reset,
  ...props
}: UserDialogProps & { reset: (id: string) => PromiseLike<unknown> }) {
  const { t } = useLingui()
  const { user, close } = props
  const action = useUserAction(
    props,
    () => reset(user.id),
    t`${user.name} now signs in with the password alone.`,
  )
  return (
    <Confirm
      title={t`Reset the second factor of ${user.name}?`}
      confirmLabel={t`Reset it`}
      action={action}
      close={close}
    >
      <p>
        <Trans>
          <b>{user.email}</b> is signed out everywhere, signs in with the password alone from then on, and
          gets a mail about it. Make sure that it really is this person who asks.
        </Trans>
      </p>
    </Confirm>
  )
}
