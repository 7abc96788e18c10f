// Parse the text of a setting. Each parser throws with what the value must be, worded so that it follows the
// setting's name: "PORT must be …".
import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import { cuitOrDni } from '@anden/contract/values'
import { databaseServers, redisServers } from './server-urls.ts'

export function integer(min: number, max: number) {
  return (text: string): number => {
    const value = wholeNumber(text, min, max)
    if (value === null) throw new Error(`must be a whole number from ${min} to ${max}`)
    return value
  }
}

const maxProcesses = 256

/** `max` is one per core that this process may use. */
export function processCount(text: string): number {
  const count =
    text === 'max' ? Math.min(availableParallelism(), maxProcesses) : wholeNumber(text, 1, maxProcesses)
  if (count === null) throw new Error(`must be max or a whole number from 1 to ${maxProcesses}`)
  return count
}

export function urlOf(...protocols: string[]) {
  return (text: string): string => {
    if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol)) {
      throw new Error(`must be a URL that starts with ${protocols.map((one) => `${one}//`).join(' or ')}`)
    }
    return text
  }
}

/** One or several PostgreSQL servers. */
export function databaseUrl(text: string): string {
  databaseServers(text)
  return text
}

/** One server, or several of a Sentinel or a Cluster. */
export function redisUrl(text: string): string {
  redisServers(text)
  return text
}

/** Without a trailing slash, as paths are appended to it. */
export function baseUrl(text: string): string {
  const url = new URL(urlOf('http:', 'https:')(text))
  if (url.search || url.hash || url.username || url.password) {
    throw new Error('must be a URL without a query, a fragment or a user')
  }
  return url.href.replace(/\/+$/, '')
}

export type S3Settings = {
  endpoint: string
  region: string
  bucket: string
  credentials: { accessKeyId: string; secretAccessKey: string }
}

/** Endpoint, bucket and credentials in one URL: https://ACCESS_KEY:SECRET_KEY@host/bucket?region=us-east-1 */
export function s3Url(text: string): S3Settings {
  const form = 'https://ACCESS_KEY:SECRET_KEY@host/bucket?region=us-east-1'
  const fail = (reason: string) => {
    throw new Error(
      `must be of the form ${form} (write characters such as / or + in the keys as %2F, %2B): ${reason}`,
    )
  }
  const url = URL.canParse(text) ? new URL(text) : fail('it is not a URL')
  if (url.protocol !== 'https:' && url.protocol !== 'http:') fail('it must start with https:// or http://')
  if (!url.username || !url.password) fail('the credentials are missing')
  const bucket = /^\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/?$/.exec(url.pathname)?.[1]
  if (!bucket) return fail('the path is not a bucket name')
  const others = [...url.searchParams.keys()].filter((name) => name !== 'region')
  if (others.length > 0 || url.hash) fail('only ?region= may follow the bucket')
  return {
    endpoint: url.origin,
    region: url.searchParams.get('region') || 'us-east-1',
    bucket,
    credentials: { accessKeyId: decode(url.username), secretAccessKey: decode(url.password) },
  }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new Error('must have percent-encoded keys (write a % in them as %25)')
  }
}

export function origin(text: string): string {
  if (!URL.canParse(text) || new URL(text).origin !== text) {
    throw new Error('must list origins such as https://app.example.com')
  }
  return text
}

/** An address, with or without a name. Fails at start for one that mail servers would reject later. */
export function mailbox(text: string): string {
  const [, name = '', inBrackets, alone] = /^(?:([^<>]*)<([^<>]*)>|([^<>]*))$/.exec(text) ?? []
  const plainName = /^\s*(?:"[^"\\\p{Cc}]*"|[^"\\,;:@()[\]\p{Cc}]*)\s*$/u
  const address = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){0,10}$/i
  if (plainName.test(name) && address.test(inBrackets ?? alone ?? '')) return text
  throw new Error('must be an address such as avisos@example.com or Name <avisos@example.com>')
}

export function secret(text: string): string {
  if (text.length < 16) throw new Error('must have at least 16 characters')
  return text
}

/** Not canonicalised: PostgreSQL's tables may lack the canonical name. */
export function timeZone(text: string): string {
  try {
    // Intl accepts an offset, which PostgreSQL reads with the opposite sign.
    if (!/^[a-z]/i.test(text)) throw new Error()
    new Intl.DateTimeFormat('en', { timeZone: text })
    return text
  } catch {
    throw new Error('must be an IANA time zone such as America/Argentina/Buenos_Aires')
  }
}

const namedNetworks = ['loopback', 'linklocal', 'uniquelocal']

/** An address, or a network by its number of bits. */
function isAddressRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const maxBits = { 4: 32, 6: 128 }[isIP(address)] ?? 0
  const fits = bits === undefined || wholeNumber(bits, 1, maxBits) !== null
  return maxBits > 0 && fits && rest.length === 0
}

export function addressRange(text: string): string {
  if (isAddressRange(text)) return text
  throw new Error('must list addresses or networks, such as 203.0.113.7 or 203.0.113.0/28')
}

/** An address, a network such as 10.0.0.0/8, or one of the names that Fastify has for groups of networks. */
export function network(text: string): string {
  if (namedNetworks.includes(text) || isAddressRange(text)) return text
  throw new Error(
    `must list the addresses of your proxies, such as 10.0.0.7, 10.0.0.0/8 or ${namedNetworks.join(', ')}`,
  )
}

export function oneOf<const Allowed extends readonly string[]>(allowed: Allowed) {
  return (text: string): Allowed[number] => {
    if (!allowed.includes(text)) throw new Error(`must be one of ${allowed.join(', ')}`)
    return text
  }
}

export function listOf<Value>(parse: (text: string) => Value) {
  return (text: string): readonly Value[] =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .map(parse)
}

export function someOf<const Allowed extends readonly string[]>(allowed: Allowed) {
  return (text: string): readonly Allowed[number][] => {
    const chosen = [...new Set(listOf((part) => part)(text))]
    if (chosen.length === 0 || !chosen.every((one) => allowed.includes(one))) {
      throw new Error(`must be one or more of ${allowed.join(', ')}, separated by commas`)
    }
    return chosen
  }
}

export function textUpTo(maxLength: number) {
  return (text: string): string => {
    if ([...text].length > maxLength || /\p{Cc}/u.test(text)) {
      throw new Error(`must be one line of at most ${maxLength} characters`)
    }
    return text
  }
}

/** Without separators. */
export function cuit(text: string): string {
  const digits = cuitOrDni(text)
  if (digits?.length !== 11) {
    throw new Error('must be a CUIT: 11 digits with a valid check digit, such as 30-70777070-4')
  }
  return digits
}

export function caiNumber(text: string): string {
  if (!/^\d{14}$/.test(text)) throw new Error('must be a CAI, which has 14 digits')
  return text
}

export function calendarDate(text: string): string {
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
  if (!isDate || new Date(text).toISOString().slice(0, 10) !== text) {
    throw new Error('must be a date such as 2027-03-31')
  }
  return text
}

export function seconds(text: string): number {
  if (!/^\d{1,7}(\.\d{1,3})?$/.test(text)) throw new Error('must list seconds, such as 0,30,300')
  return Number(text)
}

export function share(text: string): number {
  if (!/^(0(\.\d{1,9})?|1(\.0{1,9})?)$/.test(text))
    throw new Error('must be a number from 0 to 1, such as 0.1')
  return Number(text)
}

export function trueOrFalse(text: string): boolean {
  if (text !== 'true' && text !== 'false') throw new Error('must be true or false')
  return text === 'true'
}

/** Parses a number written in decimal digits; null if the text is not one, or not within `min` and `max`. */
export function wholeNumber(text: string, min: number, max: number): number | null {
  const value = Number(text)
  return /^\d+$/.test(text) && value >= min && value <= max ? value : null
}
