import { useEffect } from 'react'

const afterMs = 300

/** Loads what the page is likely to open, once it is idle. A failed load is repeated when it is opened. */
export function usePreload(load: () => Promise<unknown>): void {
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => undefined), afterMs)
    return () => clearTimeout(timer)
  }, [load])
}
