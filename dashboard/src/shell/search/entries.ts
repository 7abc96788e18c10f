import type { LucideIcon } from 'lucide-react'

/** One line of the palette: a link or an action. */
export type PaletteEntry = {
  id: string
  label: string
  note?: string | undefined
  /** The keyboard shortcut for the same action. */
  keys?: string
  icon: LucideIcon
} & ({ to: string } | { run: () => unknown })

export type PaletteSection = { label: string; entries: PaletteEntry[] }

/** Removes case and accents, to compare typed text with a label. */
const folded = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()

/** Whether every typed word is the beginning of a word in the label. */
export function matches(label: string, typed: string): boolean {
  const words = folded(label).split(/\s+/)
  return folded(typed)
    .split(/\s+/)
    .filter(Boolean)
    .every((part) => words.some((word) => word.startsWith(part)))
}
