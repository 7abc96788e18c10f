import type { CachedResponse, ResponseCache } from './options.ts'

/** Keeps the latest responses in memory. The service confirms each one by a 304 before it is used again. */
export function etagCache({ maxEntries = 500 } = {}): ResponseCache {
  const responses = new Map<string, CachedResponse>()
  return {
    get(url) {
      const response = responses.get(url)
      if (response) remember(url, response)
      return response
    },
    set: remember,
  }

  function remember(url: string, response: CachedResponse): void {
    responses.delete(url)
    responses.set(url, response)
    const [oldest] = responses.keys()
    if (oldest !== undefined && responses.size > maxEntries) responses.delete(oldest)
  }
}
