// Revoking cannot be undone: the dialog says what is using the key now.
import type { ApiKey } from '@anden/sdk'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { markOld, portal } from '../../api.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { formatAgo } from '../../ui/format.ts'
import { keyUsage } from './queries.ts'
import { oneDayMs, requestsSince } from './usage.ts'

export function RevokeKey({ apiKey, close }: { apiKey: ApiKey; close: () => void }) {
  const { t } = useLingui()
  const { id, name, last_used_at } = apiKey
  const { data: usage } = useQuery(keyUsage(id))
  const revocation = useMutation({
    mutationFn: async () => await portal.keys.delete(id),
    onSuccess: () => {
      markOld('keys')
      close()
    },
  })
  const ago = last_used_at ? formatAgo(last_used_at) : null
  const count = usage ? requestsSince(usage, oneDayMs).all : null
  return (
    <Confirm
      title={t`Revoke ${name}?`}
      confirmLabel={t`Revoke`}
      typed={name}
      action={revocation}
      close={close}
    >
      <p>
        {ago ? <Trans>It was last used {ago}.</Trans> : <Trans>It was never used.</Trans>}{' '}
        {count === null
          ? null
          : t`${plural(count, { one: '# request', other: '# requests' })} in the last 24 hours.`}
      </p>
      <p>
        <Trans>Programs that use it get 401 from now on. This cannot be undone.</Trans>
      </p>
    </Confirm>
  )
}
