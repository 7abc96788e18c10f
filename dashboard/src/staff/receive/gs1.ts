// Parses what a bar-code reader types for a GS1 code: the elements of GS1-128 or DataMatrix, one after another.
// Elements of variable length end with a group separator (FNC1, sent as 0x1D). Brackets are accepted as well:
// (01)…(17)…(10)…

export type ScannedCode = { gtin?: string; lot?: string; expiry?: string }

/** Application identifiers that occur on goods, with the length of their value; the maximum length if `isVariable`. */
const elements: Record<string, { length: number; isVariable?: true }> = {
  '00': { length: 18 },
  '01': { length: 14 },
  '02': { length: 14 },
  '10': { length: 20, isVariable: true },
  '11': { length: 6 },
  '13': { length: 6 },
  '15': { length: 6 },
  '17': { length: 6 },
  '20': { length: 2 },
  '21': { length: 20, isVariable: true },
  '30': { length: 8, isVariable: true },
  '37': { length: 8, isVariable: true },
}
const separator = '\u001d'
/** The visible character that represents the separator in a field. */
export const shownSeparator = '\u241d'
/** The prefix with which readers announce the symbology, such as `]C1`. */
const announced = /^\][A-Za-z]\d/

/** null if it is not a GS1 code. It may then be a SKU. */
export function readGs1(scanned: string): ScannedCode | null {
  const text = scanned.trim().replace(announced, '').replaceAll(shownSeparator, separator)
  const values = text.startsWith('(') ? bracketed(text) : concatenated(text)
  const gtin = values?.get('01') ?? values?.get('02')
  if (!values || !gtin) return null
  const lot = values.get('10')
  const expiry = dateOf(values.get('17'))
  return { gtin: withoutPadding(gtin), ...(lot ? { lot } : {}), ...(expiry ? { expiry } : {}) }
}

function bracketed(text: string): Map<string, string> | null {
  const parts = [...text.matchAll(/\((\d{2})\)([^(]*)/g)]
  const read = parts.map(([whole]) => whole).join('')
  return read === text ? new Map(parts.map(([, name = '', value = '']) => [name, value])) : null
}

function concatenated(text: string): Map<string, string> | null {
  const values = new Map<string, string>()
  let rest = text
  while (rest.length > 0) {
    const name = rest.slice(0, 2)
    const element = elements[name]
    if (!element) return null
    const end = rest.indexOf(separator)
    const variableEnd = end === -1 ? rest.length : end
    const valueEnd = element.isVariable ? variableEnd : 2 + element.length
    const value = rest.slice(2, valueEnd)
    if (value.length === 0 || value.length > element.length || rest.length < valueEnd) return null
    values.set(name, value)
    rest = rest.slice(rest[valueEnd] === separator ? valueEnd + 1 : valueEnd)
  }
  return values
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
