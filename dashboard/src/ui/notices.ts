// Notices are shown above any page: what was done, and what the service refused. Any code can show one, even if its
// component is gone by the time the response arrives.

import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { sharedState } from './shared-state.ts'

export type Notice = {
  content: ReactNode
  /** `bad` means refused or failed: announced at once, above the others, and shown until it is closed. */
  tone?: 'ok' | 'bad'
  /** One action that is still possible, such as undo. It closes the notice. */
  action?: { label: string; act: () => void }
  /** null: shown until it is closed. */
  lastsMs?: number | null
  /** Replaces the notice with the same key. */
  key?: string
  /** The page has already announced the problem, but shows it out of sight. */
  isAnnounced?: boolean
}

export type ShownNotice = Notice & { key: string; tone: 'ok' | 'bad'; lastsMs: number | null }

/** Long enough to read one of several consecutive notices. */
const lastsMs = 8_000
/** Long enough to notice it, read it and reach the button. */
const lastsWithActionMs = 15_000
/** Nobody reads more than this. The oldest notice that is not a failure is removed. */
const maxShown = 30

const shown = sharedState<readonly ShownNotice[]>([])
let made = 0

export const useNotices = shown.use

/** Returns a function that closes the notice. */
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

// Everything that discards typed text calls this, so that it can be undone.
/** Long enough to reach the button through a form by keyboard. */
const offeredForMs = 30_000

export function offerUndo(text: string, undo: () => void): void {
  showNotice({ content: text, action: { label: t`Undo`, act: undo }, lastsMs: offeredForMs })
}
