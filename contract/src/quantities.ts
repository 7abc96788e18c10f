// Quantities and amounts as they may be sent: more than 0, of so many decimals, within what the database
// and a JSON number both carry exactly.
import { Type } from 'typebox'

const quantity = { maximum: 1_000_000_000, multipleOf: 0.001, examples: [12] }

export const QuantityIn = Type.Number({ exclusiveMinimum: 0, ...quantity })

export const DeltaIn = Type.Number({
  minimum: -quantity.maximum,
  ...quantity,
  description: 'More (positive) or less (negative), not 0',
  not: { const: 0 },
  examples: [-3],
})

export const AmountIn = Type.Number({
  exclusiveMinimum: 0,
  maximum: 100_000_000_000,
  multipleOf: 0.01,
  description: 'ARS',
  examples: [45000],
})
