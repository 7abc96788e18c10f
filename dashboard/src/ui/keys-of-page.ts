// The shortcuts of the current page, besides those of every page. The shell handles all of them in one place, so that a
// key that belongs to a field, a dialog or a sequence (`g`, then a letter) never acts on the page as well.
import { type RefCallback, useLayoutEffect } from 'react'

export type PageKey = {
  /** The key as in the keyboard event: `a`, `Enter`, `ArrowDown`; held down together with Alt: `Alt+ArrowDown`. */
  key: string
  /** The text in the list of shortcuts. A key without one is an alternative to another key. */
  label?: string
  press: () => void
  /** Whether the action repeats while the key is held down. */
  mayRepeat?: boolean
}

let shown: readonly PageKey[] = []

/** The shortcuts of the page that is currently shown. */
export const keysOfPage = () => shown

/** A layout effect, so that the keys change together with the page, and never act on what was shown before. */
export function useKeysOfPage(keys: readonly PageKey[]): void {
  useLayoutEffect(() => {
    shown = keys
    return () => {
      shown = []
    }
  }, [keys])
}

/** Whether a dialog, a menu or a list of choices is open, and takes the keys. */
export const isDialogOpen = () =>
  [...document.querySelectorAll('[role="dialog"], [role="menu"], [role="listbox"]')].some((one) =>
    one.checkVisibility(),
  )

/** The fields of the filters on the page, in its order. */
const filters = new Set<HTMLInputElement>()

/** A `ref` for the field of a filter. */
export const filterField: RefCallback<HTMLInputElement> = (field) => {
  if (!field) return
  filters.add(field)
  return () => {
    filters.delete(field)
  }
}

/** Returns whether the page has a filter. */
export function focusFirstFilter(): boolean {
  const [first] = filters
  first?.focus()
  return first !== undefined
}

/** Keys that a focused link or button handles itself. */
const ownKeys = new Set(['Enter', ' ', 'ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight'])

/** Returns whether the page handles this key. */
export function pressOnPage(event: KeyboardEvent): boolean {
  const isOnControl = event.target instanceof Element && event.target.closest('a, button, input, summary')
  const pressed = event.altKey ? `Alt+${event.key}` : event.key
  if (event.shiftKey || (isOnControl && ownKeys.has(pressed))) return false
  const found = shown.find(({ key }) => key === pressed)
  if (!found) return false
  if (!event.repeat || found.mayRepeat) found.press()
  return true
}
