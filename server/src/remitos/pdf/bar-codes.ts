// Bar codes as widths of bars and spaces in modules, starting with a bar; drawing them, and the digits of the fiscal one.
import type { Sheet } from './sheet.ts'

/** Code 128: six widths for each value. In code set B, 0 to 94 are the characters from the space on; 104 starts it. */
const patterns = `
  212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231
  113222 123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211
  212123 212321 232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131
  113123 113321 133121 313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111
  314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211
  241211 221114 413111 241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141
  214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 411131 211412 211214`
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
  const check = values.reduce((sum, value, index) => sum + value * (index + 1), startB) % 103
  const symbols = [startB, ...values, check].map((value) => patterns[value])
  return Array.from(symbols.join('') + stop, Number)
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

// The digits of the bar code that the tax authority prescribes for forms with a CAI (RG 1702/04 with the lengths of
// RG 4892/20): CUIT, type of document, point of sale, CAI, its expiry date, and a check digit.

/** The type of a remito R. */
export const remitoCode = '91'

export type FiscalDigits = { cuit: string; pointOfSale: string; cai: string; caiExpiresOn: string }

export function fiscalDigits({ cuit, pointOfSale, cai, caiExpiresOn }: FiscalDigits): string {
  const digits = [
    cuit,
    remitoCode.padStart(3, '0'),
    pointOfSale.padStart(5, '0'),
    cai,
    caiExpiresOn.replaceAll('-', ''),
  ].join('')
  return digits + checkDigit(digits)
}

/** Three times the digits at odd positions plus those at even ones; the check digit completes the sum to tens. */
function checkDigit(digits: string): number {
  const sum = Array.from(digits, Number).reduce(
    (total, digit, index) => total + digit * (index % 2 === 0 ? 3 : 1),
    0,
  )
  return (10 - (sum % 10)) % 10
}
