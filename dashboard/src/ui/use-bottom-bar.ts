import { useLayoutEffect, useRef } from 'react'

const gapPx = 12

/** A `ref` for a bar at the bottom of the page. Notices stay above it, however many lines it has. */
export function useBottomBar<Bar extends HTMLElement>() {
  const bar = useRef<Bar>(null)
  useLayoutEffect(() => {
    const { style } = document.documentElement
    const observer = new ResizeObserver(() =>
      style.setProperty('--bottom-bar', `${(bar.current?.offsetHeight ?? 0) + gapPx}px`),
    )
    if (bar.current) observer.observe(bar.current)
    return () => {
      observer.disconnect()
      style.removeProperty('--bottom-bar')
    }
  }, [])
  return bar
}
