// A button whose menu is fetched when somebody is about to open it: menus are 15 kB that a page does without.
import {
  type ComponentProps,
  type ReactElement,
  type ReactNode,
  type Ref,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react'

/** The button, with what it needs to open the menu. */
export type MenuButton = (props: ComponentProps<'button'>) => ReactElement<ComponentProps<'button'>>

export function MenuOnDemand({
  button,
  menu,
  load,
}: {
  button: MenuButton
  menu: (button: MenuButton) => ReactNode
  load: () => unknown
}) {
  const [isWanted, setWanted] = useState(false)
  const closed = button({
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: load,
    onFocus: load,
    onClick: () => setWanted(true),
  })
  return isWanted ? <Suspense fallback={closed}>{menu(button)}</Suspense> : closed
}

/** Opens the menu once it is there. The button has been replaced, so it takes the focus back first. */
export function useOpenedMenu(): {
  ref: Ref<HTMLButtonElement>
  opened: boolean
  onChange: (is: boolean) => void
} {
  const ref = useRef<HTMLButtonElement>(null)
  const [opened, setOpened] = useState(false)
  useEffect(() => {
    ref.current?.focus()
    setOpened(true)
  }, [])
  return { ref, opened, onChange: setOpened }
}
