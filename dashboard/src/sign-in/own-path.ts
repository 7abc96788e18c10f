/** Where to go after signing in: a path of this site, never another address. `origin`: of this site. */
export function ownPath(next: unknown, origin: string): string | null {
  if (typeof next !== 'string' || !URL.canParse(next, origin)) return null
  const address = new URL(next, origin)
  const path = address.pathname + address.search + address.hash
  // The second look is at what the parser made of it: `/.//evil` becomes `//evil`.
  const isPath = [next, path].every((one) => /^\/(?![/\\])/.test(one))
  return isPath && address.origin === origin ? path : null
}
