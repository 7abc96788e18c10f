import type { User } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { Menu } from '@mantine/core'
import { type MenuButton, useOpenedMenu } from '../ui/menu-on-demand.tsx'
import type { UserAction } from './user-dialogs.tsx'

type EntriesForUserProps = { button: MenuButton; user: User; act: (action: UserAction) => void }

export function EntriesForUser({ button, user, act }: EntriesForUserProps) {
  const { t } = useLingui()
  const { ref, ...menu } = useOpenedMenu()
  const isAdministrator = user.role === 'administrator'
  return (
    <Menu width={240} {...menu}>
      <Menu.Target>{button({ ref })}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => act(isAdministrator ? 'make-reader' : 'make-administrator')}>
          {isAdministrator ? t`Make a reader` : t`Make an administrator`}
        </Menu.Item>
        {user.invitation_pending ? (
          <Menu.Item onClick={() => act('send-link')}>{t`Send a new link`}</Menu.Item>
        ) : null}
        <Menu.Divider />
        <Menu.Item onClick={() => act('remove')}>{t`Remove`}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
