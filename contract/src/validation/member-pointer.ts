const maxNameLength = 200

/** A member's name as a JSON Pointer token. A long name is truncated: it can be up to 1 MiB. */
export function memberPointer(name: string): string {
  const shown = name.length > maxNameLength ? `${name.slice(0, maxNameLength)}…` : name
  return `/${shown.replaceAll('~', '~0').replaceAll('/', '~1')}`
}
