// Numbers of Argentine paper: who somebody is, and which form it was. Read leniently, written one way.

const weights = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2] as const

/** Room for separators and stray blanks around and within either number. */
export const maxDocumentLength = 40

/** CUIT/CUIL (11 digits, the last a check digit) or DNI (7 or 8 digits) without separators; null: neither. */
export function cuitOrDni(text: string): string | null {
  const digits = text
    .trim()
    .replace(/^(\d{2})-(\d{8})-(\d)$/, '$1$2$3')
    .replace(/^(\d{1,2})\.(\d{3})\.(\d{3})$/, '$1$2$3')
  if (/^\d{7,8}$/.test(digits)) return digits
  return /^\d{11}$/.test(digits) && hasRightCheckDigit(digits) ? digits : null
}

function hasRightCheckDigit(digits: string): boolean {
  const sum = weights.reduce((total, weight, i) => total + weight * Number(digits[i]), 0)
  // 10 has no digit: such numbers are issued under another prefix instead.
  return (11 - (sum % 11)) % 11 === Number(digits[10])
}

/** A letter (R if left out), 4 or 5 digits, 8 digits → `R 00003-00001821`; null: not one. */
export function remitoNumber(text: string): string | null {
  const parts = /^(?:([RX])\s*)?(\d{4,5})\s*-\s*(\d{8})$/i.exec(text.trim())
  if (!parts) return null
  return `${(parts[1] ?? 'R').toUpperCase()} ${parts[2]?.padStart(5, '0')}-${parts[3]}`
}
