// Which URLs may be saved for an endpoint. This is for the person who types one: what keeps deliveries from
// going inside is the guard, which judges the address that is connected to at each attempt.
import { isIP } from 'node:net'
import { isPublicAddress } from './address.ts'
import { dnsResolve, type Resolve } from './resolve.ts'

export type UrlVerdict = { ok: true; url: string } | { ok: false; reason: string }

const maxLength = 2000
const resolveWithinMs = 2_000
const innerNames = ['localhost', 'local', 'internal', 'home.arpa']

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
  // `example.com.` is the same host, but not the one that its certificate names.
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1)
  // Never sent, so that two URLs which differ in it are one.
  url.hash = ''
  const reason = judgeName(url.hostname) ?? (allowPrivate ? null : await judgeHost(url.hostname, resolve))
  if (reason) return refuse(reason)
  // As it was given, where the parser has only added the slash of an empty path.
  const result = url.href === `${text}/` ? text : url.href
  return result.length > maxLength
    ? refuse(`The URL is longer than ${maxLength} characters once its special characters are encoded.`)
    : { ok: true, url: result }
}

function judgeName(host: string): string | null {
  const isFaulty = host.length > 253 || host.split('.').some((label) => label === '' || label.length > 63)
  return isFaulty && !host.startsWith('[') ? 'The host is not a valid name.' : null
}

async function judgeHost(host: string, resolve: Resolve): Promise<string | null> {
  // The parser has turned every notation of an address (decimal, octal, hexadecimal, short) into this one.
  const literal = host.startsWith('[') ? host.slice(1, -1) : host
  if (isIP(literal))
    return isPublicAddress(literal) ? null : `The host is ${literal}, which is not a public address.`
  if (innerNames.some((name) => host === name || host.endsWith(`.${name}`))) {
    return `The host, ${host}, is a name of a local network: it must be reachable from the Internet.`
  }
  if (!host.includes('.')) return `The host, ${host}, is not a full name such as erp.example.com.`
  const addresses = await resolvedInTime(host, resolve)
  // Which address it is stays unsaid: the name may be one that only the inside can resolve.
  return addresses.every(isPublicAddress)
    ? null
    : `The host, ${host}, resolves to an address that is not a public one.`
}

/** A name that nobody knows yet may be saved: its owner may be about to set it up. */
async function resolvedInTime(host: string, resolve: Resolve): Promise<string[]> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<string[]>((settle) => {
    timer = setTimeout(settle, resolveWithinMs, [])
  })
  try {
    return await Promise.race([resolve(host).catch(() => []), late])
  } finally {
    clearTimeout(timer)
  }
}

function refuse(reason: string): UrlVerdict {
  return { ok: false, reason }
}
