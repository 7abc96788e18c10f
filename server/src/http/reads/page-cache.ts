// Caches pages as bytes, each with the version of the data that it shows. Every request reads the current version from
// the database, so a cached page is either current or not used, and nothing has to be invalidated.
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { RenderedList } from './rendered-list.ts'

export type CachedPage = { version: string; etag: string; bytes: Buffer; list: RenderedList | null }

const maxBytes = 64 * 1024 * 1024
const overheadBytes = 400

export function pageCache() {
  const pages = new LRUCache<string, CachedPage>({
    maxSize: maxBytes,
    maxEntrySize: maxBytes / 16,
    sizeCalculation: ({ bytes, list }, key) =>
      bytes.length + key.length * 2 + overheadBytes + (list ? sizeOfRows(list) : 0),
  })
  return {
    get: (key: string) => pages.get(key),
    store(key: string, version: string, bytes: Buffer, list: RenderedList | null): CachedPage {
      const page = { version, etag: etagOf(key, version), bytes, list }
      pages.set(key, page)
      return page
    },
  }
}
/** Their texts, and where they end. */
const sizeOfRows = ({ rows }: RenderedList) => rows.reduce((sum, row) => sum + row.length + 24, 0)

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
