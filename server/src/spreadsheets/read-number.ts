// Reads a number as a person writes it into a sheet, by the strict rules of the fields of the dashboard (contract/src/number-text.ts).
// A sheet need not say which decimal sign it has. Then both are tried, and a text that could be two numbers is refused with both.
import { bareText, splitNumber } from '@anden/contract/values'

export type DecimalSign = 'comma' | 'point'
export type NumberKind = { decimals: number; max: number }

export type Reading =
  | { is: 'number'; value: number }
  | { is: 'ambiguous'; meanings: readonly [number, number] }
  /** With the other decimal sign it would be this. */
  | { is: 'other-sign'; meant: number }
  | { is: 'refused'; why: 'not-a-number' | 'negative' | 'decimals' | 'large'; value?: number }

const signsOf = { comma: { decimal: ',', group: '.' }, point: { decimal: '.', group: ',' } } as const
const notANumber: Reading = { is: 'refused', why: 'not-a-number' }

export function readNumber(text: string, sign: DecimalSign | null, kind: NumberKind): Reading {
  const typed = bareText(text)
  if (/^[-−]/.test(typed)) return { is: 'refused', why: 'negative' }
  if (typed.length > 40 || !/^[\d.,]+$/.test(typed)) return notANumber
  return sign === null ? readByEither(typed, kind) : readBySign(typed, sign, kind)
}

/** By the rules of a field in a language with this sign. */
function readBySign(typed: string, sign: DecimalSign, kind: NumberKind): Reading {
  const own = readWith(typed, sign, kind)
  const other = readWith(typed, sign === 'comma' ? 'point' : 'comma', kind)
  if (other.is !== 'number') return own
  if (own.is === 'refused') return { is: 'other-sign', meant: other.value }
  // Only `1.500` has a group sign and two possible readings.
  const isDoubtful = own.is === 'number' && own.value !== other.value && typed.includes(signsOf[sign].group)
  return isDoubtful ? { is: 'ambiguous', meanings: [own.value, other.value] } : own
}

/**
 * Of goods that are counted, `12.000` is twelve thousand to a person and twelve to a program that writes three decimals:
 * decimals that are zeros count as a meaning here, too.
 */
function readByEither(typed: string, kind: NumberKind): Reading {
  const wide = { ...kind, decimals: Math.max(kind.decimals, 3) }
  const found = (['comma', 'point'] as const).map((sign) => readWith(typed, sign, wide))
  const fits = found.filter((one) => one.is === 'number' && hasDecimals(one.value) <= kind.decimals)
  const values = [...new Set(fits.map((one) => (one.is === 'number' ? one.value : 0)))]
  const [first, second] = values
  if (first !== undefined && second !== undefined) return { is: 'ambiguous', meanings: [first, second] }
  if (first !== undefined) return { is: 'number', value: first }
  const [number] = found.filter((one) => one.is === 'number')
  if (number) return { is: 'refused', why: 'decimals', value: number.value }
  return found.find((one) => one.is === 'refused' && one.why !== 'not-a-number') ?? notANumber
}

function readWith(typed: string, sign: DecimalSign, { decimals, max }: NumberKind): Reading {
  const found = splitNumber(typed, signsOf[sign])
  if (!found || found.fraction === '') return notANumber
  const { value, fraction } = found
  if (fraction && fraction.length > decimals) return { is: 'refused', why: 'decimals', value }
  return value > max ? { is: 'refused', why: 'large' } : { is: 'number', value }
}

/** Of a number with at most 15 significant digits. */
const hasDecimals = (value: number) =>
  Number.isInteger(value) ? 0 : (String(value).split('.')[1]?.length ?? 0)

/** The number of a cell that is one. */
export function fitsKind(value: number, { decimals, max }: NumberKind): Reading {
  const shown = Number(value.toPrecision(15))
  if (shown < 0) return { is: 'refused', why: 'negative' }
  if (shown > max) return { is: 'refused', why: 'large' }
  return hasDecimals(shown) > decimals || /e/.test(String(shown))
    ? { is: 'refused', why: 'decimals', value: shown }
    : { is: 'number', value: shown }
}

/**
 * As a person types it, without groups. In a sheet without a sign, `1.234` could be two numbers, and `01.234` is one: groups have no
 * leading zero.
 */
export function writeNumber(value: number, sign: DecimalSign | null): string {
  const text = String(value)
  if (sign === 'comma') return text.replace('.', ',')
  return sign === null && /^\d{1,3}\.\d{3}$/.test(text) ? `0${text}` : text
}
