/** Three decimals are all that a quantity has; sums of fractions have more. */
export const exact = (quantity: number) => Math.round(quantity * 1_000) / 1_000
