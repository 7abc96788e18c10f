import { Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type MenuProps, useOpenedMenu } from './menu-on-demand.tsx'
import { entriesInBar, useNavigation } from './navigation.ts'

export function MoreEntries({ Button }: MenuProps) {
  const entries = useNavigation().flatMap((section) => section.entries)
  const { button, ...menu } = useOpenedMenu()
  return (
    <Menu position="top-end" width={220} {...menu}>
      <Menu.Target>
        <Button ref={button} />
      </Menu.Target>
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
