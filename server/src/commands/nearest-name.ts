// Guesses what a mistyped name was meant to be.

/** null: none is close. Up to a third of its characters may differ. */
export function nearestName(typed: string, names: readonly string[]): string | null {
  // No name is longer, and the cost grows with the length.
  const given = typed.toLowerCase().slice(0, 100)
  const [best] = names
    .map((name) => ({ name, distance: editDistance(given, name) }))
    .sort((a, b) => a.distance - b.distance)
  return best && best.distance <= Math.max(2, best.name.length / 3) ? best.name : null
}

/** Levenshtein's: the least number of characters to insert, delete or replace. */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const current = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      current.push(Math.min(replaced, (previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1))
    }
    previous = current
  }
  return previous[b.length] ?? 0
}
