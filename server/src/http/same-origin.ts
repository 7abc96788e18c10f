// A cookie is sent by the browser whoever asks for the request, so a request with one must come from our own pages.
// Browsers say so in Sec-Fetch-Site, which no page can set; older ones in Origin.
import type { FastifyRequest } from 'fastify'

type Judgement = 'same' | 'other' | 'unknown'

/** Where the request comes from. `unknown`: neither header is there, as with programs. */
export function originOf(request: FastifyRequest, baseUrl: string): Judgement {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' ? 'same' : 'other'
  const { origin } = request.headers
  if (origin === undefined) return 'unknown'
  return isOurs(origin, request, baseUrl) ? 'same' : 'other'
}

/**
 * A write must be shown to be ours. A read need not: it changes nothing, and a plain link says `cross-site`. But a
 * read with a foreign Origin is made by a foreign page's script, and gets nothing.
 */
export function acceptsCookie(request: FastifyRequest, baseUrl: string, isRead: boolean): boolean {
  if (!isRead) return originOf(request, baseUrl) === 'same'
  const { origin } = request.headers
  return origin === undefined || isOurs(origin, request, baseUrl)
}

/** By the address that is configured, or by the one that the browser has used: a foreign page has no cookie for it. */
function isOurs(origin: string, request: FastifyRequest, baseUrl: string): boolean {
  if (origin === new URL(baseUrl).origin) return true
  return origin === `${request.protocol}://${request.host}`
}
