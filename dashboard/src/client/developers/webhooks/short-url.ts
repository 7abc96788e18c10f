/** Host and path, which are enough to tell endpoints apart. */
export function shortUrl(url: string): string {
  try {
    const { host, pathname, search } = new URL(url)
    return `${host}${pathname === '/' ? '' : pathname}${search}`
  } catch {
    return url
  }
}
