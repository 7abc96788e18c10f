import { useEffect } from 'react'

const signs = ['pointermove', 'pointerdown', 'keydown'] as const

/**
 * Loads what the page is likely to open as soon as a person begins to use it, so that it is no part of what the page
 * itself loads. A failed load is repeated when it is opened.
 */
export function usePreload(load: () => Promise<unknown>): void {
  useEffect(() => {
    const used = new AbortController()
    const start = () => {
      used.abort()
      void load().catch(() => undefined)
    }
    for (const sign of signs) window.addEventListener(sign, start, { signal: used.signal, passive: true })
    return () => used.abort()
  }, [load])
}
