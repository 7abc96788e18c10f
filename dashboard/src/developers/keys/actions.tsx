import type { ApiKey } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { ActionIcon, Menu } from '@mantine/core'
import { Ellipsis } from 'lucide-react'

export function KeyActions({
  apiKey,
  rotate,
  revoke,
}: {
  apiKey: ApiKey
  rotate: () => void
  revoke: () => void
}) {
  const { t } = useLingui()
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t`Actions for ${apiKey.name}`}>
          <Ellipsis size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={rotate}>{t`Rotate…`}</Menu.Item>
        <Menu.Item color="var(--bad)" onClick={revoke}>
          {t`Revoke…`}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
