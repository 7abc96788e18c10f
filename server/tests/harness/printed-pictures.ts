// The pictures in a PDF, as poppler's pdfimages lists them.
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'

/** `width × height` of each, in the order of the pages. */
export async function pdfImages(pdf: Buffer): Promise<string[]> {
  const program = spawn('pdfimages', ['-list', '-'], { stdio: ['pipe', 'pipe', 'pipe'] })
  program.stdin.end(pdf)
  const [output, errors] = await Promise.all([text(program.stdout), text(program.stderr)])
  if (errors !== '') throw new Error(`pdfimages: ${errors}`)
  return [...output.matchAll(/^ +\d+ +\d+ image +(\d+) +(\d+) /gm)].map(
    ([, width, height]) => `${width} × ${height}`,
  )
}
