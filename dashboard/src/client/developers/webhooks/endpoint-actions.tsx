import type { WebhookEndpoint } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { ActionIcon, Button } from '@mantine/core'
import { Ellipsis } from 'lucide-react'
import { lazy } from 'react'
import { useMay, useSession } from '../../../shared/session.ts'
import { formatNumber } from '../../../ui/format.ts'
import { MenuOnDemand } from '../../../ui/menu-on-demand.tsx'
import type { EndpointDialog } from './dialogs.tsx'

const load = () => import('./endpoint-entries.tsx')
const EndpointEntries = lazy(async () => ({ default: (await load()).EndpointEntries }))

export function EndpointActions({
  endpoint: { id, status },
  missed,
  open,
}: {
  endpoint: WebhookEndpoint
  missed: number | null
  open: (dialog: EndpointDialog) => void
}) {
  const { t } = useLingui()
  const mayWrite = useMay('write:webhooks')
  const isAdministrator = useSession().role === 'administrator'
  const isPaused = status === 'paused'
  const reactivate =
    missed && missed > 0 ? t`Re-activate and recover ${formatNumber(missed)}` : t`Re-activate`
  return (
    <>
      {isAdministrator ? <Button onClick={() => open('test')}>{t`Test ping`}</Button> : null}
      {mayWrite && isPaused ? (
        <Button variant="filled" onClick={() => open('recover')}>
          {reactivate}
        </Button>
      ) : null}
      {mayWrite ? (
        <MenuOnDemand
          load={load}
          button={(props) => (
            <ActionIcon variant="default" size={32} aria-label={t`More actions`} {...props}>
              <Ellipsis size={16} />
            </ActionIcon>
          )}
          menu={(button) => <EndpointEntries button={button} id={id} isPaused={isPaused} open={open} />}
        />
      ) : null}
    </>
  )
}
