// GTINs, the numbers in bar codes of goods: GTIN-8, GTIN-12 (UPC), GTIN-13 (EAN) and GTIN-14. A shorter GTIN is a
// longer one without its leading zeros, so a reader may report any of these forms for the same product.

const lengths = [8, 12, 13, 14]

/** Appends the check digit to the digits. */
export function withCheckDigit(digits: string): string {
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 3 : 1), 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

export const isGtin = (text: string): boolean =>
  lengths.includes(text.length) && /^\d+$/.test(text) && withCheckDigit(text.slice(0, -1)) === text

/** The 14-digit form, which is the same for all forms of a GTIN. */
export const gtin14 = (gtin: string): string => gtin.padStart(14, '0')
