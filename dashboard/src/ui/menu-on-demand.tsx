// A button whose menu is loaded when someone is about to open it, to keep menus out of the code that a page loads first
// (docs/decisions/0014-dashboard.md). Keys pressed while it loads are held back for the menu.
import {
  type ComponentProps,
  type ReactElement,
  type ReactNode,
  type Ref,
  Suspense,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useHeldKeysUntilFocus, useHeldKeysWhileLoading } from './use-held-keys.ts'

/** Renders the button with the props that open the menu. */
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
  const opening = <Opening giveUp={() => setWanted(false)}>{closed}</Opening>
  return isWanted ? <Suspense fallback={opening}>{menu(button)}</Suspense> : closed
}

function Opening({ giveUp, children }: { giveUp: () => void; children: ReactNode }) {
  useHeldKeysWhileLoading(giveUp)
  return children
}

/** Opens the menu once it has loaded. The button was replaced, so it has to get the focus back first. */
export function useOpenedMenu(): {
  ref: Ref<HTMLButtonElement>
  opened: boolean
  onChange: (is: boolean) => void
} {
  const ref = useRef<HTMLButtonElement>(null)
  const [opened, setOpened] = useState(false)
  useHeldKeysUntilFocus(opened)
  // A layout effect, because it has to run before the held keys are released.
  useLayoutEffect(() => {
    ref.current?.focus()
    setOpened(true)
  }, [])
  return { ref, opened, onChange: setOpened }
}
