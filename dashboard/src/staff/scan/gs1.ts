// Parses what a bar-code reader types for a GS1 code: the elements of GS1-128 or DataMatrix, one after another.
// Elements of variable length end with a group separator (FNC1, sent as 0x1D). Brackets are accepted as well:
// (01)…(17)…(10)…

export type ScannedCode = {
  gtin: string
  lot?: string
  /** The expiry date, or where there is none the date before which the goods are best. */
  expiry?: string
  /** How many trade items. */
  count?: number
  /** Net weight. */
  kilograms?: number
}

/**
 * The lengths that GS1 has fixed, by the first two digits of the application identifier: of the identifier and of its value. The value
 * of any other identifier ends with a separator, so one that is not known here does not spoil what follows.
 */
const fixedLengths: Record<string, readonly [identifier: number, value: number]> = {
  '00': [2, 18],
  '01': [2, 14],
  '02': [2, 14],
  '03': [2, 14],
  '04': [2, 16],
  ...Object.fromEntries(['11', '12', '13', '14', '15', '16', '17', '18', '19'].map((date) => [date, [2, 6]])),
  '20': [2, 2],
  ...Object.fromEntries(['31', '32', '33', '34', '35', '36'].map((measure) => [measure, [4, 6]])),
  '41': [3, 13],
}
const separator = '\u001d'
/** The visible character that represents the separator in a field. */
export const shownSeparator = '\u241d'
/** A reader types the separator as Ctrl and ], which a text field ignores. */
export const isSeparatorKey = ({ ctrlKey, key }: { ctrlKey: boolean; key: string }) => ctrlKey && key === ']'
/** The printed digits of a GTIN. The check digit may be wrong. */
export const isLikeGtin = (code: string) => /^(\d{8}|\d{12,14})$/.test(code)
/** The prefix with which readers announce the symbology, such as `]C1`. */
const announced = /^\][A-Za-z]\d/

/** null if it is not a GS1 code. It may then be a SKU. The check digit of the GTIN may be wrong. */
export function readGs1(scanned: string): ScannedCode | null {
  const text = scanned.trim().replace(announced, '').replaceAll(shownSeparator, separator)
  const values = text.startsWith('(') ? bracketed(text) : concatenated(text)
  const gtin = values?.get('01') ?? values?.get('02')
  if (!values || !gtin || !/^\d{14}$/.test(gtin)) return null
  const lot = values.get('10')
  const expiry = dateOf(values.get('17')) ?? dateOf(values.get('15'))
  const count = values.get('37')
  const kilograms = weightOf(values)
  return {
    gtin: withoutPadding(gtin),
    ...(lot ? { lot } : {}),
    ...(expiry ? { expiry } : {}),
    ...(count && /^\d{1,8}$/.test(count) && Number(count) > 0 ? { count: Number(count) } : {}),
    ...(kilograms ? { kilograms } : {}),
  }
}

function bracketed(text: string): Map<string, string> | null {
  const parts = [...text.matchAll(/\((\d{2,4})\)([^(]*)/g)]
  const read = parts.map(([whole]) => whole).join('')
  return read === text
    ? new Map(parts.map(([, name = '', value = '']) => [name, value.replaceAll(separator, '')]))
    : null
}

function concatenated(text: string): Map<string, string> | null {
  const values = new Map<string, string>()
  let rest = text
  while (rest.length > 0) {
    const [identifier, length] = fixedLengths[rest.slice(0, 2)] ?? [2, null]
    const end = rest.indexOf(separator)
    const valueEnd = length === null ? (end === -1 ? rest.length : end) : identifier + length
    if (rest.length < valueEnd) return null
    values.set(rest.slice(0, identifier), rest.slice(identifier, valueEnd))
    rest = rest.slice(rest[valueEnd] === separator ? valueEnd + 1 : valueEnd)
  }
  return values
}

/** 310x: kilograms with x decimals. */
function weightOf(values: Map<string, string>): number | null {
  for (const [name, value] of values) {
    const decimals = /^310([0-5])$/.exec(name)?.[1]
    if (decimals !== undefined && /^\d{6}$/.test(value)) return Number(value) / 10 ** Number(decimals)
  }
  return null
}

/** Parses YYMMDD. Day 00 is the last day of the month. The century is the one that is at most 50 years away. */
function dateOf(digits: string | undefined): string | null {
  const [, year = '', month = '', day = ''] = /^(\d{2})(\d{2})(\d{2})$/.exec(digits ?? '') ?? []
  if (!year || Number(month) < 1 || Number(month) > 12) return null
  const thisYear = new Date().getUTCFullYear()
  const centuries = [-100, 0, 100].map((offset) => Math.floor(thisYear / 100) * 100 + offset + Number(year))
  const full = centuries.reduce((best, one) =>
    Math.abs(one - thisYear) < Math.abs(best - thisYear) ? one : best,
  )
  const lastDay = new Date(Date.UTC(full, Number(month), 0)).getUTCDate()
  const dayOfMonth = day === '00' ? lastDay : Number(day)
  if (dayOfMonth > lastDay) return null
  return `${full}-${month}-${String(dayOfMonth).padStart(2, '0')}`
}

/** Element 01 pads a GTIN-13 or shorter to 14 digits; products have the printed form. */
const withoutPadding = (gtin: string) =>
  gtin.startsWith('0') ? gtin.slice(1).replace(/^0+(?=\d{8}$|\d{12}$)/, '') : gtin
