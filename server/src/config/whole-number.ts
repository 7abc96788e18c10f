/** The number that the text writes out in decimal digits; null where it is none, or not from `min` to `max`. */
export function wholeNumber(text: string, min: number, max: number): number | null {
  const value = Number(text)
  return /^\d+$/.test(text) && value >= min && value <= max ? value : null
}
