/**
 * Names are compared by this: without regard to case and accents ("dona" finds "Doña"), and the same on every
 * database whatever its collation. Canonical decomposition, not NFKD: that can make eighteen characters of one, and
 * the fold of a name must fit into an index. Stored folds follow by a migration with the step refold-names.
 */
export function fold(text: string): string {
  const bare = text.normalize('NFD').replace(/\p{M}/gu, '')
  // Nothing but accents: as a filter, an empty fold would match every name.
  return (bare || text).normalize('NFC').toLowerCase()
}

/** A `like` pattern for "contains this text", taken literally. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}
