/**
 * The form in which names are compared: case and accents are ignored ("dona" finds "Doña"), independently of the
 * database's collation. Uses canonical decomposition, not NFKD, which can turn one character into eighteen: the fold of
 * a name must fit into an index. After a change here, a migration with the step refold-names updates the stored folds.
 */
export function fold(text: string): string {
  const bare = text.normalize('NFD').replace(/\p{M}/gu, '')
  // The text has only accents: as a filter, an empty fold would match every name.
  return (bare || text).normalize('NFC').toLowerCase()
}

/** A `like` pattern that matches texts containing this one, with wildcards escaped. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}
