// Rendered documents, cached by their ETag: it is a hash of what a document shows, so a cached document is always current.
// Two documents of a client are rendered at a time while its others wait, so that one client does not delay the others.

import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Language } from '@anden/contract'
import { LRUCache } from 'lru-cache'
import type { Queryable } from '../../../db/queryable.ts'
import { documentRenders } from '../../../metrics.ts'
import { limitConcurrencyPerSubject } from '../../admission/limits/concurrency.ts'
import { type Principal, rateLimitSubject } from '../../admission/principal.ts'
import { inputReader } from '../../input/validation.ts'
import { contextOf, type Handler, type Route, type RowContext, type Tools } from '../../routing/route.ts'
import { preferredLanguage } from '../../wire/accept-language.ts'
import { matches } from '../page-cache.ts'
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

/** Reads stored files that are printed, by their ids. */
type LoadFiles = () => Promise<Record<string, Uint8Array>>

export type Documents = ReturnType<typeof renderedDocuments>

export function renderedDocuments(threads: RenderThreads, { maxBytes = maxKeptBytes } = {}) {
  const inTurn = limitConcurrencyPerSubject(perReader)
  const underWay = new Map<string, Promise<Buffer>>()
  const kept = new LRUCache<string, Buffer>({
    maxSize: maxBytes,
    maxEntrySize: maxBytes / 8,
    sizeCalculation: ({ length }) => length + overheadBytes,
  })

  async function render(etag: string, job: RenderJob, load: LoadFiles | undefined): Promise<Buffer> {
    const files = load && (await load())
    const end = documentRenders.startTimer()
    const bytes = await threads.render(files ? { ...job, files } : job)
    end()
    kept.set(etag, bytes)
    return bytes
  }

  return {
    kept: (etag: string) => kept.get(etag),
    /** `reader` is the client, or the staff member who asks for it. `load` is called only if the document is rendered. */
    get(etag: string, reader: string, job: RenderJob, load?: LoadFiles): Promise<Buffer> {
      const found = kept.get(etag)
      if (found) return Promise.resolve(found)
      // Of several requests for the same document at once, the first one renders.
      const known = underWay.get(etag)
      if (known) return known
      const rendering = inTurn(reader, () => render(etag, job, load)).finally(() => underWay.delete(etag))
      underWay.set(etag, rendering)
      return rendering
    },
    close: () => threads.close(),
  }
}

// Replies with a document that people read or print, in the language of the reader. Its ETag is a hash of what the document
// shows, so that a current copy is confirmed without rendering, whichever of its parts could have changed.

export type DocumentSource<Context, Shown> = {
  /** Reads everything that the document shows, as plain data. */
  read: (context: Context, db: Queryable) => Promise<Shown>
  /** Increased by a release that shows the same data differently. */
  revision: number
  fileName: (shown: Shown) => string
  /** The name by which the rendering threads know it. */
  template: string
  /** Reads the files that it prints. They never change, so that their ids in what it shows are enough for the ETag. */
  load?: (shown: Shown) => ReturnType<LoadFiles>
}

export function documentHandler<Caller extends Principal, Params, Query, Shown>(
  route: Route,
  { read, revision, fileName, template, load }: DocumentSource<RowContext<Caller, Params, Query>, Shown>,
  { db, documents }: Tools,
): Handler<Caller> {
  const readInput = inputReader<Params, Query, undefined>(route)

  return async (principal, request, reply) => {
    const { params, query } = readInput(request)
    const shown = await read({ ...contextOf(principal, request, params), query }, db)
    const language = preferredLanguage(request.headers['accept-language'])
    const etag = etagOfDocument(route.path, revision, language, shown)
    // The CORS headers may have set it already.
    const vary = [reply.getHeader('vary'), 'Accept-Language'].filter(Boolean).join(', ')
    const current = { etag, 'cache-control': 'private, no-cache', vary }
    const ifNoneMatch = request.headers['if-none-match']
    if (ifNoneMatch?.trim() === '*' || matches(ifNoneMatch, etag))
      return reply.code(304).headers(current).send()
    // HEAD gets an empty stream, unless the document is kept: its length is known only when it is rendered.
    const content =
      request.method === 'HEAD'
        ? (documents.kept(etag) ?? Readable.from([]))
        : await documents.get(
            etag,
            readerOf(principal),
            { template, shown, language },
            load && (() => load(shown)),
          )
    return reply
      .code(route.status)
      .headers({
        ...current,
        'content-type': route.document ?? '',
        'content-language': language,
        'content-disposition': `inline; filename="${fileName(shown)}"`,
      })
      .send(content)
  }
}

/** All keys and people of a client are one reader; each staff member is one. */
const readerOf = (principal: Principal) => principal.client?.id ?? rateLimitSubject(principal)

export function etagOfDocument(path: string, revision: number, language: Language, shown: unknown): string {
  const hash = createHash('sha256').update(JSON.stringify([path, revision, language, shown]))
  return `"${hash.digest('base64url').slice(0, 22)}"`
}
