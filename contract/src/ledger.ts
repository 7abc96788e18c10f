import { Type } from 'typebox'
import { Named, Nullable } from './primitives.ts'
import { LedgerEntry } from './stock.ts'

export const LedgerPage = Named('LedgerPage', {
  opening: Type.Number({ description: 'Quantity at `from`; 0 without `from`', examples: [126] }),
  entries: Type.Array(LedgerEntry, { description: 'Oldest first' }),
  closing: Type.Number({
    description: 'Quantity at `to`; the current quantity without `to`',
    examples: [120],
  }),
  next_cursor: Nullable(Type.String()),
  has_more: Type.Boolean(),
})
