import type { LucideIcon } from 'lucide-react'

/** One line of the palette: where it leads, or what it does. */
export type PaletteEntry = {
  id: string
  label: string
  note?: string | undefined
  /** The keys that do the same. */
  keys?: string
  icon: LucideIcon
} & ({ to: string } | { run: () => unknown })

export type PaletteSection = { label: string; entries: PaletteEntry[] }

/** For comparing what is typed with a label: without case and accents. */
const folded = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()

/** Every word that is typed begins a word of the label. */
export function matches(label: string, typed: string): boolean {
  const words = folded(label).split(/\s+/)
  return folded(typed)
    .split(/\s+/)
    .filter(Boolean)
    .every((part) => words.some((word) => word.startsWith(part)))
}
