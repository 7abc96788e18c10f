// Quantities and amounts as input: greater than 0, with a fixed number of decimals, within the range that both the
// database and a JSON number represent exactly.
import { Type } from './type.ts'

const quantity = { maximum: 1_000_000_000, multipleOf: 0.001, examples: [12] }

export const QuantityIn = Type.Number({ exclusiveMinimum: 0, ...quantity })

export const DeltaIn = Type.Number({
  minimum: -quantity.maximum,
  ...quantity,
  description: 'Positive to add, negative to remove; not 0',
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
