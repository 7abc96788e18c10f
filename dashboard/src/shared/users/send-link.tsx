import { Trans, useLingui } from '@lingui/react/macro'
import { Confirm } from '../../ui/confirm.tsx'
import { portal } from '../api.ts'
import { type UserDialogProps, useUserAction } from './user-list.tsx'

/** Sends a new link to someone whose invitation has expired. */
export function SendLinkDialog(props: UserDialogProps) {
  const { t } = useLingui()
  const { email, name } = props.user
  const action = useUserAction(
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
