/** The path to open after signing in; null unless it is on this site. `origin` is that of this site. */
export function ownPath(next: unknown, origin: string): string | null {
  if (typeof next !== 'string' || !URL.canParse(next, origin)) return null
  const address = new URL(next, origin)
  const path = address.pathname + address.search + address.hash
  // The parsed path is checked as well, because `/.//evil` becomes `//evil`.
  const isPath = [next, path].every((one) => /^\/(?![/\\])/.test(one))
  return isPath && address.origin === origin ? path : null
}
