// Formats numbers by the conventions of a language. Separate from format.ts, which depends on the current language, so
// that read-number.test.ts can compare writing and reading in every language; and from reading, which the start page does not need.

import type { NumberSigns } from '@anden/contract/values'

const formats = new Map<string, Intl.NumberFormat>()

export function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale}${JSON.stringify(options)}`
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, options)
  formats.set(key, format)
  return format
}

export type Decimals = { min?: number; max?: number }

export const writeNumber = (locale: string, value: number, { min = 0, max = 3 }: Decimals = {}) =>
  numberFormat(locale, { minimumFractionDigits: min, maximumFractionDigits: max }).format(value)

/** Pesos: `$ 1.234,50`. */
export const writeMoney = (locale: string, amount: number) =>
  `${amount < 0 ? '−' : ''}$ ${writeNumber(locale, Math.abs(amount), { min: 2, max: 2 })}`

/** A number as a person types it, without group separators: `1234,5`. It is never ambiguous. */
export const writePlainNumber = (locale: string, value: number) =>
  String(value).replace('.', signsOf(locale).decimal)

export function signsOf(locale: string): NumberSigns {
  const parts = numberFormat(locale, {}).formatToParts(12_345.6)
  const signOf = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  return { decimal: signOf('decimal'), group: signOf('group') }
}
