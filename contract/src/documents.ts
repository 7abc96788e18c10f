// Argentine document numbers: tax and identity numbers (CUIT/CUIL, DNI) and remito numbers. Input is parsed leniently
// and normalised to one notation. Beside them are the conditions towards the IVA that a holder of a CUIT can have.

const weights = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2] as const

/** Leaves room for separators and stray spaces around and within either number. */
export const maxDocumentLength = 40

/** A CUIT/CUIL (11 digits, the last a check digit) or DNI (7 or 8 digits) without separators; null if it is neither. */
export function cuitOrDni(text: string): string | null {
  const digits = text
    .trim()
    .replace(/^(\d{2})-(\d{8})-(\d)$/, '$1$2$3')
    .replace(/^(\d{1,2})\.(\d{3})\.(\d{3})$/, '$1$2$3')
  if (/^\d{7,8}$/.test(digits)) return digits
  return /^\d{11}$/.test(digits) && hasValidCheckDigit(digits) ? digits : null
}

function hasValidCheckDigit(digits: string): boolean {
  const sum = weights.reduce((total, weight, i) => total + weight * Number(digits[i]), 0)
  // A check value of 10 has no digit, so such numbers are issued under another prefix.
  return (11 - (sum % 11)) % 11 === Number(digits[10])
}

/** A letter (default R), 4 or 5 digits and 8 digits → `R 00003-00001821`; null if the text is not a remito number. */
export function remitoNumber(text: string): string | null {
  const parts = /^(?:([RX])\s*)?(\d{4,5})\s*-\s*(\d{8})$/i.exec(text.trim())
  if (!parts) return null
  return `${(parts[1] ?? 'R').toUpperCase()} ${parts[2]?.padStart(5, '0')}-${parts[3]}`
}

/** A plate of a vehicle, `AAA999` or `AA999AA`, in capitals without blanks and hyphens; null if the text is none. */
export function plateNumber(text: string): string | null {
  const parts = /^([a-z]{2,3})[\s-]*(\d{3})[\s-]*([a-z]{0,2})$/i.exec(text.trim())
  if (!parts) return null
  const [, letters = '', digits = '', last = ''] = parts
  const isOfEither = letters.length === 3 ? last === '' : last.length === 2
  return isOfEither ? `${letters}${digits}${last}`.toUpperCase() : null
}

export const ivaConditions = [
  'responsable_inscripto',
  'exento',
  'consumidor_final',
  'monotributo',
  'no_categorizado',
  'proveedor_exterior',
  'cliente_exterior',
  'liberado_ley_19640',
  'monotributo_social',
  'no_alcanzado',
  'monotributo_promovido',
] as const
export type IvaCondition = (typeof ivaConditions)[number]
