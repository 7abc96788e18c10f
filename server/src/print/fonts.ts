// DejaVu Sans, embedded as a subset: Latin with every accent, Greek, Cyrillic and more. A character that it lacks, such
// as a Chinese one, is printed as an empty square.
import { readFile } from 'node:fs/promises'

const missing = '\u25a1'

export type Fonts = {
  regular: Buffer
  bold: Buffer
  /** The text on one line, with only characters that the fonts have. */
  printable: (text: string) => string
}

let loaded: Promise<Fonts> | undefined

/** Loaded by the first document. */
export function loadFonts(): Promise<Fonts> {
  loaded ??= readFonts()
  return loaded
}

async function readFonts(): Promise<Fonts> {
  const [regular, bold] = await Promise.all([
    readFile(new URL(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'))),
    readFile(new URL(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'))),
  ])
  const { create } = await import('fontkit')
  const faces = [create(regular), create(bold)]
  const known = new Map<string, boolean>()

  function isKnown(character: string): boolean {
    const cached = known.get(character)
    if (cached !== undefined) return cached
    const codePoint = character.codePointAt(0) ?? 0
    const found = faces.every((face) => face.hasGlyphForCodePoint(codePoint))
    known.set(character, found)
    return found
  }

  function printable(text: string): string {
    const line = text
      .normalize('NFC')
      .replace(/\p{Cf}/gu, '')
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim()
    return Array.from(line, (character) => (isKnown(character) ? character : missing)).join('')
  }

  return { regular, bold, printable }
}
