import { useLayoutEffect, useRef } from 'react'
import { holdKeys } from './held-keys.ts'

/** For the case that nothing takes the focus. */
const focusWithinMs = 1_000

/** While something loads: keys wait for it. Escape gives it up. */
export function useHeldKeysWhileLoading(giveUp: () => void): void {
  const latest = useRef(giveUp)
  latest.current = giveUp
  useLayoutEffect(() => {
    const release = holdKeys(() => latest.current())
    // What comes in its place holds the keys first, in the same commit.
    return () => queueMicrotask(() => release(true))
  }, [])
}

/** From the moment at which a dialog or a menu opens until the focus is in it, and with the focus what was typed meanwhile. */
export function useHeldKeysUntilFocus(isOpen: boolean): void {
  useLayoutEffect(() => {
    if (!isOpen) return
    const release = holdKeys()
    const onFocus = ({ target }: FocusEvent) => {
      if (target instanceof Element && target.closest('[role="dialog"], [role="menu"]')) release(true)
    }
    const timer = setTimeout(() => release(false), focusWithinMs)
    document.addEventListener('focusin', onFocus)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('focusin', onFocus)
      release(false)
    }
  }, [isOpen])
}
