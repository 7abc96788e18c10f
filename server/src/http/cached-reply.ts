// Replies to reads of a topic: from the kept bytes where the database says that they are current, else from the
// rows. Reads of no topic are rendered each time.
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { etagOf, matches } from './page-cache.ts'
import type { Principal } from './principal.ts'
import type { Route, Tools } from './route.ts'
import { jsonSerializer, sendJson, sendNotModified } from './send-json.ts'

type Produced = { version: string | null; value: unknown }

/** The page is whatever `page` names of this route, for this principal. */
export function cachedReply(route: Route, { cache, today }: Pick<Tools, 'cache' | 'today'>) {
  const serialize = jsonSerializer(route.reply)

  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    principal: Principal,
    page: string,
    produce: () => Promise<Produced>,
  ) => {
    const ifNoneMatch = request.headers['if-none-match']
    // `*` is met by whatever exists, and that only the page itself can tell.
    const isAnyMet = ifNoneMatch?.trim() === '*'
    const key = route.topic ? `${page} ${today()}` : null
    if (key !== null && principal.version !== null) {
      const kept = cache.get(key)
      const isCurrent = kept?.version === principal.version
      if (ifNoneMatch !== undefined) {
        const etag = isCurrent ? kept.etag : etagOf(key, principal.version)
        if (matches(ifNoneMatch, etag) || (isCurrent && isAnyMet)) return sendNotModified(reply, etag)
      }
      if (isCurrent) return sendJson(reply, route.status, kept.bytes, kept.etag)
    }

    const { version, value } = await produce()
    const bytes = serialize(value)
    const kept = key !== null && version !== null ? cache.keep(key, version, bytes) : null
    if (kept && isAnyMet) return sendNotModified(reply, kept.etag)
    return sendJson(reply, route.status, bytes, kept?.etag)
  }
}

/** The route with its reply schema: a release that changes a shape changes the tags of its pages. */
export function nameOf({ method, path, reply }: Route): string {
  const fingerprint = createHash('sha256').update(JSON.stringify(reply)).digest('base64url').slice(0, 12)
  return `${method} ${path} ${fingerprint}`
}
