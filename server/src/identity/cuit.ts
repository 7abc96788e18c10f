// CUIT/CUIL (11 digits, the last a check digit) or DNI (7 or 8 digits); kept without separators.
const weights = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2] as const

export const cuitHint = 'must be a CUIT of 11 digits with a right check digit, or a DNI of 7 or 8 digits'

/** The digits alone, or null where it is neither. */
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
  const check = (11 - (sum % 11)) % 11
  // 10 has no digit: such numbers are issued with another prefix instead.
  return check === Number(digits[10])
}
