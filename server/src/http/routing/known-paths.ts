// The paths that have routes, found as the router finds them: percent-encoded or not, a literal segment before a
// parameter. A parameter is not empty, and `*` is any rest.

export type KnownPath = { pattern: string; methods: readonly string[] }

/** The returned function finds the path of a request by its URL. */
export function knownPaths<Path extends KnownPath>(
  paths: readonly Path[],
): (url: string) => Path | undefined {
  const sorted = [...paths].sort((a, b) => (literalsFirst(a.pattern) < literalsFirst(b.pattern) ? -1 : 1))
  const known = sorted.map((path) => ({ path, pattern: path.pattern.split('/') }))
  return (url) => {
    const segments = segmentsOf(url)
    return known.find(({ pattern }) => isMatch(pattern, segments))?.path
  }
}

/**
 * The methods with which a request for this path would reach another one: `GET /users/me` and `PATCH /users/:id` are
 * two paths, and `PATCH /users/me` must not reach the second.
 */
export function methodsOfOthers({ pattern, methods }: KnownPath, paths: readonly KnownPath[]): string[] {
  const segments = pattern.split('/')
  const others = paths.filter(
    (other) => other.pattern !== pattern && isMatch(other.pattern.split('/'), segments),
  )
  return [...new Set(others.flatMap((other) => other.methods))].filter((method) => !methods.includes(method))
}

// `~` sorts after every character of a literal segment.
const literalsFirst = (pattern: string) => pattern.replace(/:\w+/g, '~').replace('*', '~~')

function segmentsOf(url: string): string[] {
  const [path = ''] = url.split(/[?#]/, 1)
  return path.split('/').map(decoded)
}

function isMatch(pattern: readonly string[], segments: readonly string[]): boolean {
  if (pattern.at(-1) === '*' ? segments.length < pattern.length : segments.length !== pattern.length)
    return false
  return pattern.every((part, index) => {
    if (part === '*') return true
    return part.startsWith(':') ? segments[index] !== '' : segments[index] === part
  })
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
