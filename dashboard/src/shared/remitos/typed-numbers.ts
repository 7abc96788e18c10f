/** The numbers of remitos as they are typed into one field or pasted from a list. */
export const numbersOf = (typed: string): string[] =>
  typed
    .split(/[,;\n]/)
    .map((number) => number.trim())
    .filter(Boolean)
