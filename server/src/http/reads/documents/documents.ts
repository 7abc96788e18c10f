// Rendered documents, cached by their ETag: it is a hash of what a document shows, so a cached document is always current.
// Two documents of a client are rendered at a time while its others wait, so that one client does not delay the others.
import { LRUCache } from 'lru-cache'
import { documentRenders } from '../../../metrics.ts'
import { limitConcurrencyPerSubject } from '../../admission/limits/concurrency.ts'
import type { RenderJob, RenderThreads } from './render-threads.ts'

const maxKeptBytes = 32 * 1024 * 1024
const overheadBytes = 400

/** The queue holds as many as a program may reasonably request at once. */
const perReader = {
  maxRunning: 2,
  maxWaiting: 50,
  refusal: 'You are requesting too many documents at once.',
  retryAfterSeconds: 2,
}

export type Documents = ReturnType<typeof renderedDocuments>

export function renderedDocuments(threads: RenderThreads, { maxBytes = maxKeptBytes } = {}) {
  const inTurn = limitConcurrencyPerSubject(perReader)
  const underWay = new Map<string, Promise<Buffer>>()
  const kept = new LRUCache<string, Buffer>({
    maxSize: maxBytes,
    maxEntrySize: maxBytes / 8,
    sizeCalculation: ({ length }) => length + overheadBytes,
  })

  async function render(etag: string, job: RenderJob): Promise<Buffer> {
    const end = documentRenders.startTimer()
    const bytes = await threads.render(job)
    end()
    kept.set(etag, bytes)
    return bytes
  }

  return {
    kept: (etag: string) => kept.get(etag),
    /** `reader` is the client, or the staff member who asks for it. */
    get(etag: string, reader: string, job: RenderJob): Promise<Buffer> {
      const found = kept.get(etag)
      if (found) return Promise.resolve(found)
      // Of several requests for the same document at once, the first one renders.
      const known = underWay.get(etag)
      if (known) return known
      const rendering = inTurn(reader, () => render(etag, job)).finally(() => underWay.delete(etag))
      underWay.set(etag, rendering)
      return rendering
    },
    close: () => threads.close(),
  }
}
