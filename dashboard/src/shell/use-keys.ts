// The shortcuts of every page. They are inactive while someone types, while a dialog is open, and with any modifier
// except Shift, and Alt for the keys of a page that say so.
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useMay } from '../shared/session.ts'
import { holdKeysForPage, isTextField, pageHasCome } from '../ui/held-keys.ts'
import { focusFirstFilter, isDialogOpen, pressOnPage } from '../ui/keys-of-page.ts'
import { sharedState } from '../ui/shared-state.ts'
import { preloadOverlays } from './overlay.tsx'
import { shownOverlay, showOverlay } from './overlays.ts'
import { usePageKeys } from './page-keys.ts'

/**
 * Whether `g` was pressed. The next key, however late, chooses a page or is dropped. With a time limit, a slow second
 * key would reach the page, where it may do something else.
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
      if (event.ctrlKey || event.metaKey || event.defaultPrevented || isBusy(event.target)) return
      // Only a page has keys with Alt.
      if (event.altKey) {
        if (pressOnPage(event)) event.preventDefault()
        return
      }
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
      else if (key === '/') {
        // On a page without filters, it opens the search.
        if (!focusFirstFilter()) showOverlay('search')
      } else if (!pressOnPage(event)) return
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

/** From the moment a navigation starts until the new page is shown, no key acts on the old page. */
function useKeysDuringNavigation(): void {
  const router = useRouter()
  useEffect(() => {
    let shownPath = location.pathname
    const unsubscribe = [
      router.history.subscribe((change) => {
        if (change.location.pathname === shownPath) pageHasCome()
        else holdKeysForPage()
      }),
      // `onRendered`, because a page that shows another object of the same kind is not mounted again, and a failed page
      // not at all.
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

/** Whether a field, a dialog or a menu handles the key itself. */
const isBusy = (target: EventTarget | null) =>
  isTextField(target) || (target instanceof Element && target.closest('select') !== null) || isDialogOpen()
