// Which URLs may be saved for an endpoint. This check gives early feedback to the person who enters one. What protects
// the internal network is the guard, which checks the connected address at every attempt.
import { isIP } from 'node:net'
import { withTimeout } from '../db/with-timeout.ts'
import { isPublicAddress } from './address.ts'
import { dnsResolve, type Resolve } from './resolve.ts'

export type UrlVerdict = { ok: true; url: string } | { ok: false; reason: string }

const maxLength = 2000
const resolveWithinMs = 2_000
const internalNames = ['localhost', 'local', 'internal', 'home.arpa']

export async function checkUrl(
  text: string,
  { allowPrivate, resolve = dnsResolve() }: { allowPrivate: boolean; resolve?: Resolve },
): Promise<UrlVerdict> {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url) return refuse('This is not a valid URL: give one such as https://erp.example.com/hooks.')
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:')) {
    return refuse('The URL must start with https://.')
  }
  if (url.username || url.password) {
    return refuse(
      'The URL must not contain a user or password: deliveries are authenticated by their signature.',
    )
  }
  // `example.com.` is the same host, but its certificate does not have the trailing dot.
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1)
  // A fragment is never sent: two URLs that differ only in it are duplicates.
  url.hash = ''
  const reason = nameError(url.hostname) ?? (allowPrivate ? null : await hostError(url.hostname, resolve))
  if (reason) return refuse(reason)
  // Keeps the URL as given if the parser only added the slash of an empty path.
  const result = url.href === `${text}/` ? text : url.href
  return result.length > maxLength
    ? refuse(`The URL is longer than ${maxLength} characters once its special characters are encoded.`)
    : { ok: true, url: result }
}

function nameError(host: string): string | null {
  const isInvalid = host.length > 253 || host.split('.').some((label) => label === '' || label.length > 63)
  return isInvalid && !host.startsWith('[') ? 'The host is not a valid name.' : null
}

async function hostError(host: string, resolve: Resolve): Promise<string | null> {
  // The URL parser has normalised every notation of an address (decimal, octal, hexadecimal, short).
  const literal = host.startsWith('[') ? host.slice(1, -1) : host
  if (isIP(literal))
    return isPublicAddress(literal) ? null : `The host is ${literal}, which is not a public address.`
  if (internalNames.some((name) => host === name || host.endsWith(`.${name}`))) {
    return `The host, ${host}, is a name of a local network: it must be reachable from the Internet.`
  }
  if (!host.includes('.')) return `The host, ${host}, is not a full name such as erp.example.com.`
  // A name that does not resolve in time may be saved: its owner may not have set it up yet.
  const resolved = resolve(host).catch(() => [])
  const addresses = (await withTimeout(resolveWithinMs, resolved)) ?? []
  // The message names no address: the name may resolve only inside our network.
  return addresses.every(isPublicAddress)
    ? null
    : `The host, ${host}, resolves to an address that is not public.`
}

function refuse(reason: string): UrlVerdict {
  return { ok: false, reason }
}
