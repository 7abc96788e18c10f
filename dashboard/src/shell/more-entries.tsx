import { Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type MenuButton, useOpenedMenu } from '../ui/menu-on-demand.tsx'
import { entriesInBar, useNavigation } from './navigation.ts'

export function MoreEntries({ button }: { button: MenuButton }) {
  const entries = useNavigation().flatMap((section) => section.entries)
  const { ref, ...menu } = useOpenedMenu()
  return (
    <Menu position="top-end" width={220} {...menu}>
      <Menu.Target>{button({ ref })}</Menu.Target>
      <Menu.Dropdown>
        {entries.slice(entriesInBar).map(({ to, label, icon: Icon }) => (
          <Menu.Item key={to} component={Link} to={to} leftSection={<Icon size={16} aria-hidden="true" />}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
