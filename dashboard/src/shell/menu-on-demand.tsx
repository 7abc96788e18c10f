// A button whose menu is fetched when somebody is about to open it: menus are 15 kB that the first page does without.
import {
  type ComponentProps,
  type ComponentType,
  type ReactElement,
  type Ref,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react'

export type MenuProps = { Button: MenuButton }
export type MenuButton = (props: ComponentProps<'button'>) => ReactElement

export function MenuOnDemand({
  Button,
  Menu,
  load,
}: MenuProps & { Menu: ComponentType<MenuProps>; load: () => unknown }) {
  const [isWanted, setWanted] = useState(false)
  const closed = (
    <Button
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={load}
      onFocus={load}
      onClick={() => setWanted(true)}
    />
  )
  if (!isWanted) return closed
  return (
    <Suspense fallback={closed}>
      <Menu Button={Button} />
    </Suspense>
  )
}

/** Opens the menu once it is there. The button has been replaced, so it takes the focus back first. */
export function useOpenedMenu(): {
  button: Ref<HTMLButtonElement>
  opened: boolean
  onChange: (is: boolean) => void
} {
  const button = useRef<HTMLButtonElement>(null)
  const [opened, setOpened] = useState(false)
  useEffect(() => {
    button.current?.focus()
    setOpened(true)
  }, [])
  return { button, opened, onChange: setOpened }
}
