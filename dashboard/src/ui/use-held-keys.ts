import { useLayoutEffect, useRef } from 'react'
import { holdKeys } from './held-keys.ts'

/** Releases the keys if nothing takes the focus. */
const focusWithinMs = 1_000

/** Holds keys back while something loads. Escape cancels it. */
export function useHeldKeysWhileLoading(giveUp: () => void): void {
  const latest = useRef(giveUp)
  latest.current = giveUp
  useLayoutEffect(() => {
    const release = holdKeys(() => latest.current())
    // The component that replaces this one holds the keys first, in the same commit.
    return () => queueMicrotask(() => release(true))
  }, [])
}

/**
 * Holds keys back from the moment a dialog or a menu opens until it has the focus, and then types what was collected.
 */
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
