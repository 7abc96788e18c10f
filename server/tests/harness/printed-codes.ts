// The codes on a printed page, read from its picture as a scanner reads them from the paper. The page is drawn by poppler's
// pdftoppm; QR codes are read by jsQR, Code 128 by the bit patterns of the standard, which are written here once more.
import { spawn } from 'node:child_process'
import { buffer, text } from 'node:stream/consumers'
import jsQR from 'jsqr'

type Picture = { width: number; height: number; isDark: (x: number, y: number) => boolean }

/** Ordinary office printers have 600 dots per inch or more. */
const dotsPerInch = 300

/** The text of the QR code in a rectangle of a page (in points); null if there is none that can be read. */
export async function readQrCode(
  pdf: Buffer,
  page: number,
  area: { x: number; y: number; size: number },
): Promise<string | null> {
  const { width, height, isDark } = await pictureOf(pdf, page)
  const dots = (points: number) => Math.round((points / 72) * dotsPerInch)
  const side = Math.min(dots(area.size), width, height)
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255)
  for (let y = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1)
      if (isDark(dots(area.x) + x, dots(area.y) + y))
        pixels.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3)
  const read = jsQR as unknown as typeof jsQR.default
  return read(pixels, side, side)?.data ?? null
}

/** Every Code 128 of a page, from top to bottom. */
export async function readBarCodes(pdf: Buffer, page: number): Promise<string[]> {
  const { width, height, isDark } = await pictureOf(pdf, page)
  const found: string[] = []
  let last: string | null = null
  for (let y = 0; y < height; y += 2) {
    const read = readLine(width, (x) => isDark(x, y))
    if (read !== null && read !== last) found.push(read)
    last = read
  }
  return found
}

async function pictureOf(pdf: Buffer, page: number): Promise<Picture> {
  const only = ['-f', String(page), '-l', String(page)]
  const program = spawn('pdftoppm', ['-gray', '-r', String(dotsPerInch), ...only, '-'], { stdio: 'pipe' })
  program.stdin.end(pdf)
  const [bytes, errors] = await Promise.all([buffer(program.stdout), text(program.stderr)])
  if (errors !== '') throw new Error(`pdftoppm: ${errors}`)
  const head = /^P5\s(\d+) (\d+)\s255\s/.exec(bytes.subarray(0, 40).toString('latin1'))
  if (!head) throw new Error('pdftoppm printed no picture')
  const [width, height] = [Number(head[1]), Number(head[2])]
  const pixels = bytes.subarray(head[0].length)
  return { width, height, isDark: (x, y) => (pixels[y * width + x] ?? 255) < 128 }
}

/** Code 128 along one line of dots; null if the line crosses none. */
function readLine(width: number, isDark: (x: number) => boolean): string | null {
  const runs: number[] = []
  for (let x = 0, start = 0; x <= width; x += 1) {
    if (x < width && isDark(x) === isDark(start)) continue
    runs.push(x - start)
    start = x
  }
  // The first run is blank, if the page is not dark at its edge: bars are at odd positions.
  for (let first = 1; first + 12 < runs.length; first += 2) {
    const read = readFrom(runs.slice(first))
    if (read !== null) return read
  }
  return null
}

function readFrom(runs: readonly number[]): string | null {
  const values: number[] = []
  for (let at = 0; at + 6 <= runs.length; at += 6) {
    const value = patterns.indexOf(bitsOf(runs.slice(at, at + 6), 11))
    if (at === 0 && value !== startB && value !== startC) return null
    if (value === -1) return null
    if (value === stopWithoutBar) return textOf(values)
    values.push(value)
  }
  return null
}

/** The modules of six runs, dark ones as 1. */
function bitsOf(runs: readonly number[], modules: number): string {
  const moduleWidth = runs.reduce((sum, run) => sum + run, 0) / modules
  return runs.map((run, index) => String((index + 1) % 2).repeat(Math.round(run / moduleWidth))).join('')
}

/** Of the sets B and C. FNC1 is sent as a group separator. */
function textOf(values: readonly number[]): string | null {
  const [start = 0, ...characters] = values.slice(0, -1)
  const sum = characters.reduce((total, value, index) => total + value * (index + 1), start)
  if (sum % 103 !== values.at(-1)) return null
  let set = start === startC ? 'C' : 'B'
  return characters
    .map((value) => {
      if (value === fnc1) return '\u001d'
      if (set === 'B' && value === codeC) set = 'C'
      else if (set === 'C' && value === codeB) set = 'B'
      else return set === 'C' ? String(value).padStart(2, '0') : String.fromCharCode(value + 32)
      return ''
    })
    .join('')
}

const startB = 104
const startC = 105
const codeC = 99
const codeB = 100
const fnc1 = 102
/** The stop pattern has thirteen modules; these are its first eleven. */
const stopWithoutBar = 106
const patterns = `
  11011001100 11001101100 11001100110 10010011000 10010001100 10001001100 10011001000 10011000100 10001100100
  11001001000 11001000100 11000100100 10110011100 10011011100 10011001110 10111001100 10011101100 10011100110
  11001110010 11001011100 11001001110 11011100100 11001110100 11101101110 11101001100 11100101100 11100100110
  11101100100 11100110100 11100110010 11011011000 11011000110 11000110110 10100011000 10001011000 10001000110
  10110001000 10001101000 10001100010 11010001000 11000101000 11000100010 10110111000 10110001110 10001101110
  10111011000 10111000110 10001110110 11101110110 11010001110 11000101110 11011101000 11011100010 11011101110
  11101011000 11101000110 11100010110 11101101000 11101100010 11100011010 11101111010 11001000010 11110001010
  10100110000 10100001100 10010110000 10010000110 10000101100 10000100110 10110010000 10110000100 10011010000
  10011000010 10000110100 10000110010 11000010010 11001010000 11110111010 11000010100 10001111010 10100111100
  10010111100 10010011110 10111100100 10011110100 10011110010 11110100100 11110010100 11110010010 11011011110
  11011110110 11110110110 10101111000 10100011110 10001011110 10111101000 10111100010 11110101000 11110100010
  10111011110 10111101110 11101011110 11110101110 11010000100 11010010000 11010011100 11000111010`
  .trim()
  .split(/\s+/)
