// Notices lie over any page, fixed on the screen: what was done, and what the service refused. They can be shown from
// anywhere, also by what is no longer on the page when the answer comes.
import type { ReactNode } from 'react'
import { sharedState } from './shared-state.ts'

export type Notice = {
  content: ReactNode
  /** `bad`: it was refused or failed. Announced at once, above the others, and shown until it is closed. */
  tone?: 'ok' | 'bad'
  /** One thing that can still be done about it, such as undoing it. It closes the notice. */
  action?: { label: string; act: () => void }
  /** null: until it is closed. */
  lastsMs?: number | null
  /** It replaces the notice with the same key. */
  key?: string
  /** The page has announced it already, and shows it where it cannot be seen now. */
  isAnnounced?: boolean
}

export type ShownNotice = Notice & { key: string; tone: 'ok' | 'bad'; lastsMs: number | null }

/** Long enough to read one of several that follow each other. */
const lastsMs = 8_000
/** Somebody has to notice it, read it, and reach the button. */
const lastsWithActionMs = 15_000
/** Nobody reads more than these. The oldest that has not failed gives way. */
const maxShown = 30

const shown = sharedState<readonly ShownNotice[]>([])
let made = 0

export const useNotices = shown.use

/** Returns how to close it. */
export function showNotice(notice: Notice): () => void {
  const tone = notice.tone ?? 'ok'
  const key = notice.key ?? `${made++}`
  const lasts = tone === 'bad' ? null : notice.action ? lastsWithActionMs : lastsMs
  const others = shown.get().filter((one) => one.key !== key)
  shown.set([{ lastsMs: lasts, ...notice, tone, key }, ...within(others)])
  return () => closeNotice(key)
}

export function closeNotice(key: string): void {
  if (shown.get().some((one) => one.key === key)) shown.set(shown.get().filter((one) => one.key !== key))
}

function within(others: readonly ShownNotice[]): readonly ShownNotice[] {
  if (others.length < maxShown) return others
  const oldest = others.findLast(({ tone }) => tone === 'ok') ?? others.at(-1)
  return others.filter((one) => one !== oldest)
}
