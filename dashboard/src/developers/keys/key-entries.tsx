import { useLingui } from '@lingui/react/macro'
import { Menu } from '@mantine/core'
import { type MenuButton, useOpenedMenu } from '../../ui/menu-on-demand.tsx'

type KeyEntriesProps = { button: MenuButton; rotate: () => void; revoke: () => void }

export function KeyEntries({ button, rotate, revoke }: KeyEntriesProps) {
  const { t } = useLingui()
  const { ref, ...menu } = useOpenedMenu()
  return (
    <Menu {...menu}>
      <Menu.Target>{button({ ref })}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={rotate}>{t`Rotate…`}</Menu.Item>
        <Menu.Item color="var(--bad)" onClick={revoke}>
          {t`Revoke…`}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
