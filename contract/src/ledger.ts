import { Type } from 'typebox'
import { Named, Nullable } from './primitives.ts'
import { LedgerEntry } from './stock.ts'

export const LedgerPage = Named('LedgerPage', {
  opening: Type.Number({ description: 'The quantity before `from`; 0 without it', examples: [126] }),
  entries: Type.Array(LedgerEntry, { description: 'Oldest first' }),
  closing: Type.Number({ description: 'The quantity at `to`; the present one without it', examples: [120] }),
  next_cursor: Nullable(Type.String()),
  has_more: Type.Boolean(),
})
