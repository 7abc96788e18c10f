import { Menu } from '@mantine/core'
import { Fragment } from 'react'
import { type MenuButton, useOpenedMenu } from './menu-on-demand.tsx'
import type { RowAction } from './row-menu.tsx'

type RowMenuEntriesProps = { button: MenuButton; actions: readonly RowAction[] }

export function RowMenuEntries({ button, actions }: RowMenuEntriesProps) {
  const { ref, ...menu } = useOpenedMenu()
  return (
    <Menu width={220} position="bottom-end" {...menu}>
      <Menu.Target>{button({ ref })}</Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ label, act, isDangerous }) => (
          <Fragment key={label}>
            {isDangerous && actions.length > 1 ? <Menu.Divider /> : null}
            <Menu.Item onClick={act} {...(isDangerous ? { color: 'var(--bad)' } : {})}>
              {label}
            </Menu.Item>
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
