// The name that was probably meant. Names are compared only up to a length, so the cost does not depend on the input.
const maxLength = 64

/** The most similar of the names, if it differs in at most a third of its characters; null: none does. */
export function closestTo(name: string, names: Iterable<string>): string | null {
  if (name.length > maxLength) return null
  const given = name.toLowerCase()
  let closest: string | null = null
  let least = Number.POSITIVE_INFINITY
  for (const one of names) {
    const distance = editDistance(given, one.toLowerCase())
    if (distance < least && distance <= Math.max(1, Math.floor(Math.max(one.length, name.length) / 3))) {
      closest = one
      least = distance
    }
  }
  return closest
}

/** Insertions, deletions and replacements that make one text the other (Levenshtein). */
export function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
