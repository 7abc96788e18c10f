/** Parses a number written in decimal digits; null if the text is not one, or not within `min` and `max`. */
export function wholeNumber(text: string, min: number, max: number): number | null {
  const value = Number(text)
  return /^\d+$/.test(text) && value >= min && value <= max ? value : null
}
