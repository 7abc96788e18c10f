/** Rounds to three decimals, which every quantity has at most. Sums of floating-point numbers can have more. */
export const exact = (quantity: number) => Math.round(quantity * 1_000) / 1_000
