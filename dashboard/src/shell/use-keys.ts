// The keys of every page. They rest while someone types, while a dialog is open, and with any modifier but Shift.
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { holdKeysForPage, isTextField, pageHasCome } from '../ui/held-keys.ts'
import { pressOnPage } from '../ui/keys-of-page.ts'
import { sharedState } from '../ui/shared-state.ts'
import { preloadOverlays } from './overlay.tsx'
import { shownOverlay, showOverlay } from './overlays.ts'
import { usePageKeys } from './page-keys.ts'
import { useMay } from './session.ts'

/**
 * Whether `g` was pressed: the next key, however late, chooses a page or is dropped. A time limit would give a slow second
 * key to the page, where it may do something else.
 */
const isGoing = sharedState(false)
export const useIsGoing = isGoing.use

export function useKeys(): void {
  const navigate = useNavigate()
  const pages = usePageKeys()
  const mayOrder = useMay('write:orders')
  const latest = useRef({ navigate, pages, mayOrder })
  latest.current = { navigate, pages, mayOrder }
  useKeysDuringNavigation()

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const key = event.key.toLowerCase()
      if (key === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey) {
        event.preventDefault()
        isGoing.set(false)
        showOverlay(shownOverlay() === 'search' ? null : 'search')
        return
      }
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isBusy(event.target))
        return
      preloadOverlays()
      const { navigate, pages, mayOrder } = latest.current
      if (isGoing.get()) {
        if (key === 'shift' || event.repeat) return
        isGoing.set(false)
        const page = pages.find((one) => one.key === key)
        if (page) void navigate({ to: page.to })
      } else if (key === 'g') isGoing.set(true)
      else if (key === '?') showOverlay('keys')
      else if (key === 'n' && mayOrder) void navigate({ to: '/orders/new' as never })
      else if (key === '/') focusFilter()
      else if (!pressOnPage(event)) return
      event.preventDefault()
    }
    const stay = () => isGoing.get() && isGoing.set(false)
    document.addEventListener('keydown', onKeyDown)
    document.addEventListener('pointerdown', stay)
    window.addEventListener('blur', stay)
    return () => {
      stay()
      document.removeEventListener('keydown', onKeyDown)
      document.removeEventListener('pointerdown', stay)
      window.removeEventListener('blur', stay)
    }
  }, [])
}

/** From the moment at which another page is asked for until it is shown, no key acts on the one before. */
function useKeysDuringNavigation(): void {
  const router = useRouter()
  useEffect(() => {
    let shownPath = location.pathname
    const unsubscribe = [
      router.history.subscribe((change) => {
        if (change.location.pathname === shownPath) pageHasCome()
        else holdKeysForPage()
      }),
      // A page that shows another thing of the same kind does not come anew, and one that failed does not come.
      router.subscribe('onRendered', ({ toLocation }) => {
        shownPath = toLocation.pathname
        pageHasCome()
      }),
    ]
    return () => {
      for (const end of unsubscribe) end()
      pageHasCome()
    }
  }, [router])
}

/** Whether the keys belong to a field or to a dialog. */
const isBusy = (target: EventTarget | null) =>
  isTextField(target) ||
  (target instanceof Element && target.closest('select') !== null) ||
  [...document.querySelectorAll('[role="dialog"], [role="menu"], [role="listbox"]')].some((one) =>
    one.checkVisibility(),
  )

/** The first filter of the list; on a page without a list, the search. */
function focusFilter(): void {
  const filter = document.querySelector<HTMLElement>('main search input')
  if (filter) filter.focus()
  else showOverlay('search')
}
