import { type CSSProperties, type RefObject, useLayoutEffect, useState } from 'react'

const gapPx = 4
const maxHeightPx = 320

/**
 * Positions a list under a field while it is open, or above it if there is more room, on top of anything that would
 * clip it.
 */
export function usePlaceBelow(field: RefObject<HTMLElement | null>, isOpen: boolean): CSSProperties {
  const [place, setPlace] = useState<CSSProperties>({ visibility: 'hidden' })
  useLayoutEffect(() => {
    if (!isOpen) return
    const follow = () => {
      if (!field.current) return
      const { left, top, bottom, width } = field.current.getBoundingClientRect()
      const isAbove = window.innerHeight - bottom < maxHeightPx && top > window.innerHeight - bottom
      setPlace({
        left,
        minWidth: width,
        ...(isAbove ? { bottom: window.innerHeight - top + gapPx } : { top: bottom + gapPx }),
      })
    }
    follow()
    window.addEventListener('scroll', follow, { capture: true, passive: true })
    window.addEventListener('resize', follow)
    return () => {
      window.removeEventListener('scroll', follow, { capture: true })
      window.removeEventListener('resize', follow)
    }
  }, [field, isOpen])
  return place
}
