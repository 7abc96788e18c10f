// Whether a request comes from a program on the machine on which the service runs, and was meant for that machine. Each
// condition alone can be met from elsewhere: a proxy on this machine connects from loopback, and a page of another site can
// let its own name resolve to 127.0.0.1, but then sends that name as Host and Origin.
import type { FastifyRequest } from 'fastify'

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
