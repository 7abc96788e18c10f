// The objects that this user last opened from the palette, stored in this browser. Signing out clears them.
import { Clock } from 'lucide-react'
import { isSandbox } from '../../shared/environment.ts'
import { inspected } from '../../shared/inspected.ts'
import { recentKey } from '../../shared/session.ts'
import type { PaletteEntry } from './entries.ts'

const maxRecent = 6

const isApart = inspected !== null || isSandbox

type Recent = { id: string; label: string; note?: string | undefined; to: string }

export const recentEntries = (userId: string): PaletteEntry[] =>
  read(userId).map((recent) => ({ ...recent, icon: Clock }))

export function remember(userId: string, entry: PaletteEntry): void {
  // Remembers only search results: pages are in the menu anyway.
  if (isApart || !('to' in entry) || /\s/.test(entry.id)) return
  const { id, label, note, to } = entry
  const others = read(userId).filter((recent) => recent.to !== to)
  localStorage.setItem(
    recentKey,
    JSON.stringify({ userId, recent: [{ id, label, note, to }, ...others].slice(0, maxRecent) }),
  )
}

/** Objects opened in the warehouse are not listed among a client's pages, and vice versa. Nor are those of a sandbox. */
function read(userId: string): Recent[] {
  if (isApart) return []
  try {
    const kept = JSON.parse(localStorage.getItem(recentKey) ?? '{}')
    return kept.userId === userId && Array.isArray(kept.recent) ? kept.recent : []
  } catch {
    return []
  }
}
