// The only way out for webhooks. Addresses are checked here, inside the connection's own DNS lookup: the address that
// was checked is the address that is connected to, so DNS rebinding after an earlier check gains nothing.
import { isIP, type LookupFunction } from 'node:net'
import { fault } from '@anden/contract/values'
import { Agent, buildConnector } from 'undici'
import { dnsResolve, isPublicAddress, type Resolve, systemResolve } from './address.ts'
import { AddressRefused } from './failure.ts'

export type GuardOptions = {
  /** The time for the whole attempt. */
  timeoutMs: number
  /** True only in development: it allows http and any address. */
  allowPrivate: boolean
  resolve?: Resolve
  /** Certificate authorities that replace the default ones. */
  ca?: string
}

export function createGuardedAgent({ timeoutMs, allowPrivate, resolve, ca }: GuardOptions): Agent {
  const isAllowed = allowPrivate ? () => true : isPublicAddress
  const connect = buildConnector({
    // The sender's timer fires first, also on a busy machine, so that a slow connection has one reason: the time-out.
    timeout: timeoutMs + 1_000,
    lookup: checkedLookup(resolve ?? (allowPrivate ? systemResolve : dnsResolve()), isAllowed),
    autoSelectFamily: true,
    // Node allows 250 ms per address, which is too short for a connection to the other hemisphere.
    autoSelectFamilyAttemptTimeout: Math.max(250, Math.floor(timeoutMs / 4)),
    // Explicit, so that NODE_TLS_REJECT_UNAUTHORIZED cannot disable it.
    rejectUnauthorized: true,
    ca,
  })
  return new Agent({
    connect(options, callback) {
      const { hostname, protocol } = options
      if (protocol !== 'https:' && !allowPrivate)
        return failLater(callback, new AddressRefused(fault('https_only')))
      // An IP literal skips the lookup.
      if (isIP(hostname) && !isAllowed(hostname)) {
        return failLater(callback, new AddressRefused(fault('address_not_public', { host: hostname })))
      }
      connect(options, callback)
    },
    // The sender's timer covers the whole attempt; undici's own are redundant.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
}

/** Every resolved address must be allowed: the connector may try any of them. */
export function checkedLookup(resolve: Resolve, isAllowed: (address: string) => boolean): LookupFunction {
  return (hostname, { all }, callback) => {
    resolve(hostname)
      .then((addresses) => {
        if (!addresses.every(isAllowed))
          throw new AddressRefused(fault('name_not_public', { host: hostname }))
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

function failLater(callback: buildConnector.Callback, error: Error) {
  process.nextTick(callback, error, null)
}
