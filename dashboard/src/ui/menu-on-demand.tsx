// A button whose menu is fetched when somebody is about to open it: menus are 15 kB that a page does without. Keys wait
// for it, and then belong to it.
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
  const opening = <Opening giveUp={() => setWanted(false)}>{closed}</Opening>
  return isWanted ? <Suspense fallback={opening}>{menu(button)}</Suspense> : closed
}

function Opening({ giveUp, children }: { giveUp: () => void; children: ReactNode }) {
  useHeldKeysWhileLoading(giveUp)
  return children
}

/** Opens the menu once it is there. The button has been replaced, so it takes the focus back first. */
export function useOpenedMenu(): {
  ref: Ref<HTMLButtonElement>
  opened: boolean
  onChange: (is: boolean) => void
} {
  const ref = useRef<HTMLButtonElement>(null)
  const [opened, setOpened] = useState(false)
  useHeldKeysUntilFocus(opened)
  // Before the keys that waited for the code of the menu are let go.
  useLayoutEffect(() => {
    ref.current?.focus()
    setOpened(true)
  }, [])
  return { ref, opened, onChange: setOpened }
}
