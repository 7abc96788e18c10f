// Replies with a document that people read or print, in the language of the reader. Its ETag is a hash of what the document
// shows, so that a current copy is confirmed without rendering, whichever of its parts could have changed.
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Language } from '@anden/contract'
import type { Queryable } from '../../../db/queryable.ts'
import { type Principal, rateLimitSubject } from '../../admission/principal.ts'
import { inputReader } from '../../input/input-reader.ts'
import { contextOf, type Handler, type Route, type RowContext, type Tools } from '../../routing/route.ts'
import { preferredLanguage } from '../../wire/accept-language.ts'
import { matches } from '../page-cache.ts'

export type DocumentSource<Context, Shown> = {
  /** Reads everything that the document shows, as plain data. */
  read: (context: Context, db: Queryable) => Promise<Shown>
  /** Increased by a release that shows the same data differently. */
  revision: number
  fileName: (shown: Shown) => string
  /** The name by which the rendering threads know it. */
  template: string
}

export function documentHandler<Caller extends Principal, Params, Query, Shown>(
  route: Route,
  { read, revision, fileName, template }: DocumentSource<RowContext<Caller, Params, Query>, Shown>,
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
        : await documents.get(etag, readerOf(principal), { template, shown, language })
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

function etagOfDocument(path: string, revision: number, language: Language, shown: unknown): string {
  const hash = createHash('sha256').update(JSON.stringify([path, revision, language, shown]))
  return `"${hash.digest('base64url').slice(0, 22)}"`
}
