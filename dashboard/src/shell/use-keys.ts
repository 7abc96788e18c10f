// The keys of every page. They rest while someone types, while a dialog is open, and with any modifier but Shift.
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { pressOnPage } from '../ui/keys-of-page.ts'
import { showOverlay, useOverlay } from './overlays.ts'
import { usePageKeys } from './page-keys.ts'
import { useMay } from './session.ts'

/** How long the second key of a sequence may take. */
const sequenceMs = 1_200

export function useKeys(): void {
  const navigate = useNavigate()
  const overlay = useOverlay()
  const pages = usePageKeys()
  const mayOrder = useMay('write:orders')
  const firstKeyAt = useRef(Number.NEGATIVE_INFINITY)

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const key = event.key.toLowerCase()
      if (key === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey) {
        event.preventDefault()
        showOverlay(overlay === 'search' ? null : 'search')
        return
      }
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isBusy(event.target))
        return
      const isSecond = event.timeStamp - firstKeyAt.current < sequenceMs
      firstKeyAt.current = key === 'g' && !isSecond ? event.timeStamp : Number.NEGATIVE_INFINITY
      const page = isSecond ? pages.find((one) => one.key === key) : undefined
      if (page) void navigate({ to: page.to })
      else if (isSecond || key === 'g') return
      else if (key === '?') showOverlay('keys')
      else if (key === 'n' && mayOrder) void navigate({ to: '/orders/new' as never })
      else if (key === '/') focusFilter()
      else if (!pressOnPage(event)) return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [navigate, overlay, pages, mayOrder])
}

/** A box that is ticked takes no letters. */
const textFields = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]'

/** Whether the keys belong to a field or to a dialog. */
const isBusy = (target: EventTarget | null) =>
  (target instanceof HTMLElement && target.closest(textFields) !== null) ||
  [...document.querySelectorAll('[role="dialog"], [role="menu"], [role="listbox"]')].some((one) =>
    one.checkVisibility(),
  )

/** The first filter of the list; on a page without a list, the search. */
function focusFilter(): void {
  const filter = document.querySelector<HTMLElement>('main search input')
  if (filter) filter.focus()
  else showOverlay('search')
}
