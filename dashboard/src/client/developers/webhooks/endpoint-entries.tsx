import { useLingui } from '@lingui/react/macro'
import { Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type MenuButton, useOpenedMenu } from '../../../ui/menu-on-demand.tsx'
import type { EndpointDialog } from './dialogs.tsx'

type EndpointEntriesProps = {
  button: MenuButton
  id: string
  isPaused: boolean
  open: (dialog: EndpointDialog) => void
}

export function EndpointEntries({ button, id, isPaused, open }: EndpointEntriesProps) {
  const { t } = useLingui()
  const { ref, ...menu } = useOpenedMenu()
  return (
    <Menu {...menu}>
      <Menu.Target>{button({ ref })}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to={`/developers/webhooks/${id}/edit`}>
          {t`Edit`}
        </Menu.Item>
        {isPaused ? null : <Menu.Item onClick={() => open('pause')}>{t`Pause…`}</Menu.Item>}
        {isPaused ? null : (
          <Menu.Item onClick={() => open('recover')}>{t`Recover what it missed…`}</Menu.Item>
        )}
        <Menu.Item onClick={() => open('rotate')}>{t`Rotate the secret…`}</Menu.Item>
        <Menu.Item component={Link} to="/developers/webhooks/signature">
          {t`Debug a signature`}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item color="var(--bad)" onClick={() => open('delete')}>
          {t`Delete…`}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
