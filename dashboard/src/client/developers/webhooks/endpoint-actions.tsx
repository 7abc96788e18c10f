import type { WebhookEndpoint } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { ActionIcon, Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import { useMay, useSession } from '../../../shared/session.ts'
import { formatNumber } from '../../../ui/format.ts'
import { MenuOnDemand } from '../../../ui/menu-on-demand.tsx'
import type { EndpointDialog } from './dialogs.tsx'

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
          button={(props) => (
            <ActionIcon variant="default" size={32} aria-label={t`More actions`} {...props}>
              <Ellipsis size={16} />
            </ActionIcon>
          )}
          entries={(Menu) => (
            <>
              <Menu.Item component={Link} to={`/developers/webhooks/${id}/edit`}>
                {t`Edit`}
              </Menu.Item>
              {isPaused ? null : <Menu.Item onClick={() => open('pause')}>{t`Pause…`}</Menu.Item>}
              {isPaused ? null : (
                <Menu.Item onClick={() => open('recover')}>{t`Recover what it missed…`}</Menu.Item>
              )}
              {isPaused ? null : <Menu.Item onClick={() => open('replay')}>{t`Send past events…`}</Menu.Item>}
              <Menu.Item onClick={() => open('headers')}>{t`Own headers…`}</Menu.Item>
              <Menu.Item onClick={() => open('rotate')}>{t`Rotate the secret…`}</Menu.Item>
              <Menu.Item component={Link} to="/developers/webhooks/signature">
                {t`Debug a signature`}
              </Menu.Item>
              <Menu.Divider />
              <Menu.Item color="var(--bad)" onClick={() => open('delete')}>
                {t`Delete…`}
              </Menu.Item>
            </>
          )}
        />
      ) : null}
    </>
  )
}
