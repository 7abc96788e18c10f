// Pages as bytes, each kept with the version of the data that it shows. The version comes from the database
// with every request, so a kept page is either exactly current or not used; there is nothing to invalidate.
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'

export type KeptPage = { version: string; etag: string; bytes: Buffer }

const maxBytes = 64 * 1024 * 1024
const overheadBytes = 400

export function pageCache() {
  const pages = new LRUCache<string, KeptPage>({
    maxSize: maxBytes,
    maxEntrySize: maxBytes / 16,
    sizeCalculation: (page, key) => page.bytes.length + key.length * 2 + overheadBytes,
  })
  return {
    get: (key: string) => pages.get(key),
    keep(key: string, version: string, bytes: Buffer): KeptPage {
      const page = { version, etag: etagOf(key, version), bytes }
      pages.set(key, page)
      return page
    },
  }
}
export type PageCache = ReturnType<typeof pageCache>

/** The key names the route with its reply schema, so a release that changes a shape changes its tags. */
export function etagOf(key: string, version: string): string {
  const hash = createHash('sha256').update(`${key}\n${version}`)
  return `"${hash.digest('base64url').slice(0, 22)}"`
}

/** The tags of `If-None-Match`, by weak comparison as RFC 9110 asks for. */
export function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)
}
