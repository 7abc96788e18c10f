/** Names compare by this: whatever their case, and the same on every database whatever its collation. */
export function fold(text: string): string {
  return text.normalize('NFC').toLowerCase()
}

/** A `like` pattern for "contains this text", taken literally. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}
