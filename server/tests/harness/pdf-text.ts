// The text of a PDF, read by a program that is independent of the one that wrote it: poppler's pdftotext.
import { spawn, spawnSync } from 'node:child_process'
import { text } from 'node:stream/consumers'

export function isPopplerMissing(): boolean {
  const missing = spawnSync('pdftotext', ['-v']).error !== undefined
  if (missing) process.stderr.write('pdftotext not found: apt-get install poppler-utils\n')
  return missing
}

/** The text of each page, in the order in which it was drawn. */
export async function pdfPages(pdf: Buffer): Promise<string[]> {
  return (await extract(pdf, '-raw')).split('\f').slice(0, -1)
}

export type PdfWord = { text: string; left: number; top: number; right: number; bottom: number }

/** Every word with its place on the page, in points. */
export async function pdfWords(pdf: Buffer): Promise<PdfWord[]> {
  const found = (await extract(pdf, '-bbox')).matchAll(
    /<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">([^<]*)</g,
  )
  return [...found].map(([, left, top, right, bottom, word = '']) => ({
    text: word,
    left: Number(left),
    top: Number(top),
    right: Number(right),
    bottom: Number(bottom),
  }))
}

async function extract(pdf: Buffer, mode: '-raw' | '-bbox'): Promise<string> {
  const program = spawn('pdftotext', [mode, '-enc', 'UTF-8', '-', '-'], { stdio: ['pipe', 'pipe', 'pipe'] })
  program.stdin.end(pdf)
  const [output, errors] = await Promise.all([text(program.stdout), text(program.stderr)])
  if (errors !== '') throw new Error(`pdftotext: ${errors}`)
  return output
}
