// Keys of the page that is shown, besides those of every page. The shell listens for all of them in one place, so that a
// key which belongs to a field, a dialog or a sequence (`g`, then a letter) never acts on the page as well.
import { useLayoutEffect } from 'react'

export type PageKey = {
  /** As the event has it: `a`, `Enter`, `ArrowDown`. */
  key: string
  /** For the list of keys. Without one it is another way to do the same. */
  label?: string
  press: () => void
  /** Whether it goes on while it is held down. */
  mayRepeat?: boolean
}

let shown: readonly PageKey[] = []

/** Of the page that is shown now. */
export const keysOfPage = () => shown

/** With what is shown, not after it: a key never acts on what was shown before. */
export function useKeysOfPage(keys: readonly PageKey[]): void {
  useLayoutEffect(() => {
    shown = keys
    return () => {
      shown = []
    }
  }, [keys])
}

/** Enter on a link or a button is the control's own. */
const ownKeys = new Set(['Enter', ' ', 'ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight'])

/** Returns whether the page has this key. */
export function pressOnPage(event: KeyboardEvent): boolean {
  const isOnControl = event.target instanceof Element && event.target.closest('a, button, input, summary')
  if (event.shiftKey || (isOnControl && ownKeys.has(event.key))) return false
  const found = shown.find(({ key }) => key === event.key)
  if (!found) return false
  if (!event.repeat || found.mayRepeat) found.press()
  return true
}
