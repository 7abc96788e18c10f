// The last things that were opened from the palette, in this browser and for this user. Signing out forgets them.
import { Clock } from 'lucide-react'
import { inspected } from '../inspection/inspected.ts'
import { recentKey } from '../shell/session.ts'
import type { PaletteEntry } from './entries.ts'

const maxRecent = 6

type Recent = { id: string; label: string; note?: string | undefined; to: string }

export const recentEntries = (userId: string): PaletteEntry[] =>
  read(userId).map((recent) => ({ ...recent, icon: Clock }))

export function remember(userId: string, entry: PaletteEntry): void {
  // A page is in the menu; only what was found is remembered.
  if (inspected || !('to' in entry) || /\s/.test(entry.id)) return
  const { id, label, note, to } = entry
  const others = read(userId).filter((recent) => recent.to !== to)
  localStorage.setItem(
    recentKey,
    JSON.stringify({ userId, recent: [{ id, label, note, to }, ...others].slice(0, maxRecent) }),
  )
}

/** What was opened in the warehouse is not shown among a client's pages, and the other way round. */
function read(userId: string): Recent[] {
  if (inspected) return []
  try {
    const kept = JSON.parse(localStorage.getItem(recentKey) ?? '{}')
    return kept.userId === userId && Array.isArray(kept.recent) ? kept.recent : []
  } catch {
    return []
  }
}
