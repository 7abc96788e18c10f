// The part of a menu that is loaded on demand.
import { Menu } from '@mantine/core'
import { useLayoutEffect, useRef, useState } from 'react'
import { useHeldKeysUntilFocus } from './held-keys.ts'
import type { MenuOnDemandProps } from './menu-on-demand.tsx'

/** Opens as soon as it is loaded. It replaces the button that was pressed, so its own has to get the focus back first. */
export function OpenedMenu({ button, entries, ...menu }: MenuOnDemandProps) {
  const ref = useRef<HTMLButtonElement>(null)
  const [opened, setOpened] = useState(false)
  useHeldKeysUntilFocus(opened)
  // A layout effect, because it has to run before the held keys are released.
  useLayoutEffect(() => {
    ref.current?.focus()
    setOpened(true)
  }, [])
  return (
    <Menu {...menu} opened={opened} onChange={setOpened}>
      <Menu.Target>{button({ ref })}</Menu.Target>
      <Menu.Dropdown>{entries(Menu)}</Menu.Dropdown>
    </Menu>
  )
}
