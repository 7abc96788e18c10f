// Requests of browsers: where they come from, and their cookies. Browsers send a cookie with every request to its host, whichever
// page makes it. So a request with one must come from our own pages. Browsers state that in Sec-Fetch-Site, which no page can set, and older ones in Origin.
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

/** The value of a cookie as sent, without decoding. If the name occurs twice, the first one counts. */
export function cookieNamed(header: string | undefined, name: string): string | null {
  if (header === undefined) return null
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=')
    if (equals > 0 && pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim()
  }
  return null
}

/** Browsers accept a cookie with the prefix __Host- only over https, and send it only to this host. */
export const cookiePrefix = (baseUrl: string) => (baseUrl.startsWith('https:') ? '__Host-anden' : 'anden')

export const sessionCookie = (baseUrl: string) => `${cookiePrefix(baseUrl)}.session_token`

/** The cookie of a sign-in that waits for its second factor. */
export const challengeCookie = (baseUrl: string) => `${cookiePrefix(baseUrl)}.two_factor`

// Whether a request comes from a program on the machine on which the service runs, and was meant for that machine. Each
// condition alone can be met from elsewhere: a proxy on this machine connects from loopback, and a page of another site can
// let its own name resolve to 127.0.0.1, but then sends that name as Host and Origin.

const forwardingHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip']

export function isOnThisMachine(request: FastifyRequest, baseUrl: string): boolean {
  const { headers, socket } = request
  if (!isLoopbackAddress(socket.remoteAddress) || !isLoopbackAddress(socket.localAddress)) return false
  if (forwardingHeaders.some((name) => headers[name] !== undefined)) return false
  const { host = '', origin } = headers
  return [baseUrl, `http://${host}`, ...(origin === undefined ? [] : [origin])].every(isLoopbackUrl)
}

/** Whether a Host header names this machine, or the service by its public address. A page of another site cannot choose it. */
export function isOwnHost(host: string, baseUrl: string): boolean {
  const url = `http://${host}`
  return isLoopbackUrl(url) || (URL.canParse(url) && new URL(url).hostname === new URL(baseUrl).hostname)
}

/** The address of a socket, which is never a name. */
export const isLoopbackAddress = (address = '') => /^(127\.|::1$|::ffff:127\.)/.test(address)

function isLoopbackUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { hostname } = new URL(text)
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}
