/** `Headers`, the plain object of Node (values can be arrays), a `Map`, pairs, or anything with `get(name)`. */
export type HeadersLike =
  | Iterable<readonly [string, string | readonly string[] | undefined]>
  | { get(name: string): string | null | undefined }
  | { readonly [name: string]: string | readonly string[] | undefined }

/** The value of a header, whatever the case of its name. `name` is in lower case. */
export function headerValue(headers: HeadersLike, name: string): string | undefined {
  if (!(Symbol.iterator in headers) && typeof headers.get === 'function') {
    return headers.get(name) ?? undefined
  }
  const pairs = Symbol.iterator in headers ? headers : Object.entries(headers)
  for (const [key, value] of pairs as Iterable<[string, unknown]>) {
    if (key.toLowerCase() === name && value != null) return String(value)
  }
  return undefined
}
