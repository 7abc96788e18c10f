// Revoking cannot be undone, so the dialog shows when the key was last used.

import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Confirm } from '../../ui/confirm.tsx'
import { formatAgo } from '../../ui/format.ts'
import { useAction } from '../../ui/use-action.ts'
import { markOld } from '../api.ts'
import type { AnyKey, KeyWrites } from './key.ts'

type RevokeKeyProps = {
  of: AnyKey
  revoke: KeyWrites['revoke']
  /** The recent usage of the key, if known. */
  use?: ReactNode
  close: () => void
}

export function RevokeKey({ of: { id, name, last_used_at }, revoke, use, close }: RevokeKeyProps) {
  const { t } = useLingui()
  const revocation = useAction({
    mutationFn: async () => await revoke(id),
    onSuccess: () => {
      markOld('keys')
      close()
    },
  })
  const ago = last_used_at ? formatAgo(last_used_at) : null
  return (
    <Confirm
      title={t`Revoke ${name}?`}
      confirmLabel={t`Revoke`}
      typed={name}
      action={revocation}
      close={close}
    >
      <p>
        {ago ? <Trans>It was last used {ago}.</Trans> : <Trans>It was never used.</Trans>} {use}
      </p>
      <p>
        <Trans>Programs that use it get 401 from now on. This cannot be undone.</Trans>
      </p>
    </Confirm>
  )
}
