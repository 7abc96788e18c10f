// Browsers send a cookie with every request to its host, whichever page makes it. So a request with one must come from our
// own pages. Browsers state that in Sec-Fetch-Site, which no page can set, and older ones in Origin.
import type { FastifyRequest } from 'fastify'

type RequestOrigin = 'same' | 'other' | 'unknown'

/** Where the request comes from. `unknown`: it has neither header, like requests of programs. */
export function originOf(request: FastifyRequest, baseUrl: string): RequestOrigin {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' ? 'same' : 'other'
  const { origin } = request.headers
  if (origin === undefined) return 'unknown'
  return isOurs(origin, request, baseUrl) ? 'same' : 'other'
}

/**
 * A write must be known to come from our pages. A read need not: it changes nothing, and following a link to us is
 * `cross-site` too. But a read with a foreign Origin comes from a script of another site, and is rejected.
 */
export function acceptsCookie(request: FastifyRequest, baseUrl: string, isRead: boolean): boolean {
  if (!isRead) return originOf(request, baseUrl) === 'same'
  const { origin } = request.headers
  return origin === undefined || isOurs(origin, request, baseUrl)
}

/** The configured address, or the one that the browser used: no other site has our cookie for that one. */
function isOurs(origin: string, request: FastifyRequest, baseUrl: string): boolean {
  if (origin === new URL(baseUrl).origin) return true
  return origin === `${request.protocol}://${request.host}`
}
