// The one way out for webhooks. Addresses are judged here, inside the connection's own look-up: what was
// judged is what is connected to, and a name that changes its mind after any earlier check gains nothing.
import { isIP, type LookupFunction } from 'node:net'
import { Agent, buildConnector } from 'undici'
import { isPublicAddress } from './address.ts'
import { dnsResolve, type Resolve, systemResolve } from './resolve.ts'

export type GuardOptions = {
  /** For connecting, TLS included. */
  timeoutMs: number
  /** For development: http, and any address. */
  allowPrivate: boolean
  resolve?: Resolve
  /** Certificate authorities instead of the usual ones. */
  ca?: string
}

export const refusedCode = 'ERR_ADDRESS_REFUSED'

export function createGuardedAgent({ timeoutMs, allowPrivate, resolve, ca }: GuardOptions): Agent {
  const isAllowed = allowPrivate ? () => true : isPublicAddress
  const connect = buildConnector({
    timeout: timeoutMs,
    lookup: judgedLookup(resolve ?? (allowPrivate ? systemResolve : dnsResolve()), isAllowed),
    autoSelectFamily: true,
    // Node gives each of several addresses 250 ms, which is less than the way to the other hemisphere.
    autoSelectFamilyAttemptTimeout: Math.max(250, Math.floor(timeoutMs / 4)),
    // Said, so that NODE_TLS_REJECT_UNAUTHORIZED cannot unsay it.
    rejectUnauthorized: true,
    ca,
  })
  return new Agent({
    connect(options, callback) {
      const { hostname, protocol } = options
      if (protocol !== 'https:' && !allowPrivate) return later(callback, refused('only https is'))
      // A literal address is never looked up.
      if (isIP(hostname) && !isAllowed(hostname)) return later(callback, refused(hostname))
      connect(options, callback)
    },
    // One timer stands over the whole attempt; these would be two more.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
}

/** All addresses of an answer must be allowed: one of a mixed answer could be tried first, or next. */
export function judgedLookup(resolve: Resolve, isAllowed: (address: string) => boolean): LookupFunction {
  return (hostname, { all }, callback) => {
    resolve(hostname)
      .then((addresses) => {
        // Which one it is stays unsaid: the name may be one that only the inside can resolve.
        if (!addresses.every(isAllowed)) throw refused(`${hostname} does not resolve to public ones only`)
        const found = addresses.map((address) => ({ address, family: isIP(address) }))
        const [first] = found
        if (!first) throw Object.assign(new Error(`${hostname} has no address`), { code: 'ENOTFOUND' })
        return { found, first }
      })
      .then(
        ({ found, first }) => (all ? callback(null, found) : callback(null, first.address, first.family)),
        (error) => callback(error, []),
      )
  }
}

function refused(what: string): Error {
  return Object.assign(new Error(`address not allowed: ${what}`), { code: refusedCode })
}

function later(callback: buildConnector.Callback, error: Error) {
  process.nextTick(callback, error, null)
}
