// Codes that machines read: bar codes as widths of bars and spaces in modules, starting with a bar, and QR codes. A bar code is
// a table and a sum. A QR code needs the arithmetic of its error correction, for which uqr is enough: 9 kB without
// dependencies, with which the dashboard draws, too.
import { encode } from 'uqr'
import type { Sheet } from './sheet.ts'

/** Code 128: six widths for each value. In code set B, 0 to 94 are the characters from the space on; 104 starts it. 105 starts set C, of pairs of digits. */
const patterns = `
  212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231
  113222 123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211
  212123 212321 232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131
  113123 113321 133121 313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111
  314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211
  241211 221114 413111 241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141
  214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 411131 211412 211214
  211232`
  .trim()
  .split(/\s+/)

const startB = 104
const stop = '2331112'

/** For the characters from the space to the tilde. */
export function code128(text: string): number[] {
  const values = Array.from(text, (character) => {
    const value = character.charCodeAt(0) - 32
    if (value < 0 || value > 94) throw new Error(`"${character}" is not in code set B`)
    return value
  })
  return symbolsOf([startB, ...values])
}

/** With the check symbol and the stop pattern. The start counts once, as the first symbol behind it. */
function symbolsOf(values: readonly number[]): number[] {
  const check = values.reduce((sum, value, index) => sum + value * Math.max(index, 1), 0) % 103
  return Array.from([...values, check].map((value) => patterns[value]).join('') + stop, Number)
}

const [startC, codeC, codeB, fnc1] = [105, 99, 100, 102]
/** What a scanner sends for the FNC1 between two elements. */
const separator = '\u001d'
/** The identifiers whose values have a fixed length: of those that are printed here. */
const ofFixedLength = ['01', '17']
/** Two changes of the set cost two symbols, as much as four digits in pairs save. */
const digitsWorthPairing = 4

/** GS1-128: Code 128 that begins with FNC1, with elements of an application identifier and its value. Digits are in pairs. */
export function gs1Code128(elements: readonly (readonly [identifier: string, value: string])[]): number[] {
  const text = elements
    .map(([identifier, value], index) => {
      const isEnded = index === elements.length - 1 || ofFixedLength.includes(identifier)
      return identifier + value + (isEnded ? '' : separator)
    })
    .join('')
  const values = [startC, fnc1]
  let isPaired = true
  for (let at = 0; at < text.length; ) {
    const digits = /^\d*/.exec(text.slice(at))?.[0].length ?? 0
    if (text[at] === separator) {
      values.push(fnc1)
      at += 1
    } else if (isPaired ? digits > 1 : digits >= digitsWorthPairing && digits % 2 === 0) {
      values.push(...(isPaired ? [] : [codeC]), Number(text.slice(at, at + 2)))
      isPaired = true
      at += 2
    } else {
      values.push(...(isPaired ? [codeB] : []), text.charCodeAt(at) - 32)
      isPaired = false
      at += 1
    }
  }
  return symbolsOf(values)
}

const narrow = 1
const wide = 2.5

/** Interleaved 2 of 5: which two of five elements are wide, by digit. */
const wideElements = ['23', '04', '14', '01', '24', '02', '12', '34', '03', '13']

/** For an even number of digits: the first of each pair is in the bars, the second in the spaces. */
export function interleaved2of5(digits: string): number[] {
  if (!/^(?:\d\d)+$/.test(digits)) throw new Error('an even number of digits is needed')
  const widths = [narrow, narrow, narrow, narrow]
  for (let i = 0; i < digits.length; i += 2) {
    const [bars, spaces] = [wideElements[Number(digits[i])], wideElements[Number(digits[i + 1])]]
    for (const element of '01234') {
      widths.push(bars?.includes(element) ? wide : narrow, spaces?.includes(element) ? wide : narrow)
    }
  }
  return [...widths, wide, narrow, narrow]
}

/** `widths`: alternating widths of bars and spaces, starting with a bar. */
export function drawBarCode(
  { doc }: Sheet,
  widths: readonly number[],
  { x, y, moduleWidth, height }: { x: number; y: number; moduleWidth: number; height: number },
): void {
  let left = x
  for (const [index, width] of widths.entries()) {
    if (index % 2 === 0) doc.rect(left, y, width * moduleWidth, height)
    left += width * moduleWidth
  }
  doc.fill('#000000')
}

/** The width of a Code 128 in modules, without the ten blank ones that it needs on each side. */
export const moduleCount = (widths: readonly number[]) => widths.reduce((sum, width) => sum + width, 0)

/** Blank on each side of a QR code, in modules. */
const quietModules = 4

/** With its blank border within `size`. A quarter of it may be worn off or dirty, and it is still read. */
export function drawQrCode(
  { doc }: Sheet,
  text: string,
  { x, y, size }: { x: number; y: number; size: number },
): void {
  const { data, size: modules } = encode(text, { ecc: 'Q', border: quietModules })
  const side = size / modules
  for (const [row, cells] of data.entries()) {
    for (const { start, length } of runsOf(cells))
      doc.rect(x + start * side, y + row * side, length * side, side)
  }
  doc.fill('#000000')
}

/** The dark modules of a row that stand side by side. Drawn one by one, hairlines would show between them. */
function runsOf(cells: readonly boolean[]): { start: number; length: number }[] {
  const runs: { start: number; length: number }[] = []
  for (const [index, isDark] of cells.entries()) {
    const last = runs.at(-1)
    if (!isDark) continue
    if (last && last.start + last.length === index) last.length += 1
    else runs.push({ start: index, length: 1 })
  }
  return runs
}
