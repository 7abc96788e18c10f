// Caches pages as bytes, each with the version of the data that it shows. Every request reads the current version from
// the database, so a cached page is either current or not used, and nothing has to be invalidated.
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'

export type CachedPage = { version: string; etag: string; bytes: Buffer }

const maxBytes = 64 * 1024 * 1024
const overheadBytes = 400

export function pageCache() {
  const pages = new LRUCache<string, CachedPage>({
    maxSize: maxBytes,
    maxEntrySize: maxBytes / 16,
    sizeCalculation: (page, key) => page.bytes.length + key.length * 2 + overheadBytes,
  })
  return {
    get: (key: string) => pages.get(key),
    store(key: string, version: string, bytes: Buffer): CachedPage {
      const page = { version, etag: etagOf(key, version), bytes }
      pages.set(key, page)
      return page
    },
  }
}
export type PageCache = ReturnType<typeof pageCache>

/** The key includes the route's reply schema, so a release that changes a shape also changes its ETags. */
export function etagOf(key: string, version: string): string {
  const hash = createHash('sha256').update(`${key}\n${version}`)
  return `"${hash.digest('base64url').slice(0, 22)}"`
}

/** Whether `If-None-Match` lists the ETag, by weak comparison as RFC 9110 requires. */
export function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)
}
