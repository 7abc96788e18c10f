// Which URLs may be saved for an endpoint. This check gives early feedback to the person who enters one. What protects
// the internal network is the guard, which checks the connected address at every attempt.
import { isIP } from 'node:net'
import { type Fault, fault } from '@anden/contract/values'
import { withTimeout } from '../db/with-timeout.ts'
import { dnsResolve, isPublicAddress, type Resolve } from './address.ts'

type UrlFault = Fault<
  | 'not_a_url'
  | 'not_https'
  | 'credentials_in_url'
  | 'invalid_host'
  | 'private_address'
  | 'local_host'
  | 'incomplete_host'
  | 'host_not_public'
  | 'url_too_long'
>
/** The URL may be saved, but deliveries to it fail for now. */
type UrlWarning = Fault<'host_not_resolved'>
export type UrlVerdict = { ok: true; url: string; warning?: UrlWarning } | { ok: false; reason: UrlFault }

const maxLength = 2000
const resolveWithinMs = 2_000
const internalNames = ['localhost', 'local', 'internal', 'home.arpa']

export async function checkUrl(
  text: string,
  { allowPrivate, resolve = dnsResolve() }: { allowPrivate: boolean; resolve?: Resolve },
): Promise<UrlVerdict> {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url) return refuse(fault('not_a_url'))
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:')) {
    return refuse(fault('not_https'))
  }
  if (url.username || url.password) return refuse(fault('credentials_in_url'))
  // `example.com.` is the same host, but its certificate does not have the trailing dot.
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1)
  // A fragment is never sent: two URLs that differ only in it are duplicates.
  url.hash = ''
  const found = nameError(url.hostname) ?? (allowPrivate ? null : await hostFault(url.hostname, resolve))
  const isWarning = found?.code === 'host_not_resolved'
  if (found && !isWarning) return refuse(found)
  // Keeps the URL as given if the parser only added the slash of an empty path.
  const result = url.href === `${text}/` ? text : url.href
  return result.length > maxLength
    ? refuse(fault('url_too_long', { max: maxLength }))
    : { ok: true, url: result, ...(isWarning ? { warning: found } : {}) }
}

function nameError(host: string): UrlFault | null {
  const isInvalid = host.length > 253 || host.split('.').some((label) => label === '' || label.length > 63)
  return isInvalid && !host.startsWith('[') ? fault('invalid_host') : null
}

async function hostFault(host: string, resolve: Resolve): Promise<UrlFault | UrlWarning | null> {
  // The URL parser has normalised every notation of an address (decimal, octal, hexadecimal, short).
  const literal = host.startsWith('[') ? host.slice(1, -1) : host
  if (isIP(literal)) return isPublicAddress(literal) ? null : fault('private_address', { host: literal })
  if (internalNames.some((name) => host === name || host.endsWith(`.${name}`))) {
    return fault('local_host', { host })
  }
  if (!host.includes('.')) return fault('incomplete_host', { host })
  // A name that does not resolve in time may be saved: its owner may not have set it up yet.
  const resolved = resolve(host).catch(() => [])
  const addresses = (await withTimeout(resolveWithinMs, resolved)) ?? []
  if (addresses.length === 0) return fault('host_not_resolved', { host })
  // The message names no address: the name may resolve only inside our network.
  return addresses.every(isPublicAddress) ? null : fault('host_not_public', { host })
}

function refuse(reason: UrlFault): UrlVerdict {
  return { ok: false, reason }
}
