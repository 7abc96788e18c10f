import type { User } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { ActionIcon, Menu } from '@mantine/core'
import { Ellipsis } from 'lucide-react'
import type { UserAction } from './user-dialogs.tsx'

export function UserActions({ user, act }: { user: User; act: (action: UserAction) => void }) {
  const { t } = useLingui()
  const isAdministrator = user.role === 'administrator'
  return (
    <Menu width={240}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t`Actions for ${user.name}`}>
          <Ellipsis size={16} />
        </ActionIcon>
      </Menu.Target>
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
