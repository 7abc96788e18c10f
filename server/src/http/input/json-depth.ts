/**
 * Whether a parsed JSON value is nested more than this deep. Recursive code overflows the stack at about 7,000 levels.
 */
export function isDeeperThan(levels: number, value: unknown): boolean {
  if (value === null || typeof value !== 'object') return false
  if (levels === 0) return true
  if (Array.isArray(value)) return value.some((item) => isDeeperThan(levels - 1, item))
  for (const name in value) {
    if (isDeeperThan(levels - 1, (value as Record<string, unknown>)[name])) return true
  }
  return false
}
