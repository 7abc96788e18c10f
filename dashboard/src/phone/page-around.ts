import type { Language } from '../ui/locale-of.ts'
import type { Store } from './kept/store.ts'

/** What a page is given. */
export type PageAround = {
  /** Its path. */
  link: string
  language: Language
  place: HTMLElement
  /** Beside the name, at the top. */
  corner: HTMLElement
  say: (text: string) => void
  store: Store
}

/** When the phone is taken out, or has a network again. */
export function onReturn(work: () => void) {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') work()
  })
  addEventListener('online', work)
}

/** One at a time. Whoever asks while it runs gets what is true afterwards: it runs once more. */
export function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let isRunning = false
  let isAsked = false
  return async () => {
    isAsked = true
    if (isRunning) return
    isRunning = true
    while (isAsked) {
      isAsked = false
      await work()
    }
    isRunning = false
  }
}

const retryMs = 10_000

/**
 * Does the work once more, later, if the page is in sight then. A phone reports that it is online before a request succeeds, and a
 * service that was away reports nothing.
 */
export function laterWhileSeen(work: () => void): () => void {
  let waiting: ReturnType<typeof setTimeout> | undefined
  return () => {
    clearTimeout(waiting)
    waiting = setTimeout(() => document.visibilityState === 'visible' && work(), retryMs)
  }
}
