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
