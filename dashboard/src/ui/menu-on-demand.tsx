// A button with a menu. Mantine's menu is loaded when someone is about to open it, to keep it out of the code that a page
// loads first (docs/decisions/0014-dashboard.md). Keys pressed while it loads are held back for the menu.
import type { Menu, MenuProps } from '@mantine/core'
import { type ComponentProps, lazy, type ReactElement, type ReactNode, Suspense, useState } from 'react'
import { useHeldKeysWhileLoading } from './held-keys.ts'

/** Renders the button with the props that open the menu. */
type MenuButton = (props: ComponentProps<'button'>) => ReactElement<ComponentProps<'button'>>
/** What a menu is made of, for code that cannot import it because it is loaded before. */
export type MenuParts = Pick<typeof Menu, 'CheckboxItem' | 'Divider' | 'Item' | 'Label' | 'RadioItem'>

export type MenuOnDemandProps = Omit<MenuProps, 'children' | 'opened' | 'onChange'> & {
  button: MenuButton
  entries: (parts: MenuParts) => ReactNode
}

const load = () => import('./opened-menu.tsx')
const OpenedMenu = lazy(async () => ({ default: (await load()).OpenedMenu }))

/** `prepare` is called with the first sign that someone is about to open the menu. */
export function MenuOnDemand({ prepare, ...props }: MenuOnDemandProps & { prepare?: () => void }) {
  const [isWanted, setWanted] = useState(false)
  const getReady = () => {
    prepare?.()
    void load()
  }
  const closed = props.button({
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: getReady,
    onFocus: getReady,
    onClick: () => setWanted(true),
  })
  const opening = <Opening giveUp={() => setWanted(false)}>{closed}</Opening>
  return isWanted ? (
    <Suspense fallback={opening}>
      <OpenedMenu {...props} />
    </Suspense>
  ) : (
    closed
  )
}

function Opening({ giveUp, children }: { giveUp: () => void; children: ReactNode }) {
  useHeldKeysWhileLoading(giveUp)
  return children
}
