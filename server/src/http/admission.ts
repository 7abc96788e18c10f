// The checks that every request passes before its input is looked at, in this order:
// credentials → rate limit → scope.
import type { FastifyReply, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { problem } from '../problem.ts'
import { defaultLimitHeaders, limitHeaders } from './limits/headers.ts'
import type { LimitDecision, Limiter, Window } from './limits/limiter.ts'
import type { Authenticate, KeyLimits, Principal } from './principal.ts'
import type { Topic } from './topics.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The key that was shown, for the log: known also where it is refused by a limit or a scope. */
    keyId: string | null
  }
}

const hourMs = 3_600_000
const minuteMs = 60_000
const failedAuthentications: Window = { tier: 'auth', limit: 60, windowMs: minuteMs }

function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
}

function windowsOf(method: string, limits: KeyLimits): Window[] {
  const windows: Window[] = []
  const add = (tier: Window['tier'], limit: number | null, windowMs: number) => {
    if (limit !== null) windows.push({ tier, limit, windowMs })
  }
  if (isRead(method)) add('read', limits.read_per_hour, hourMs)
  else add('write', limits.write_per_hour, hourMs)
  add('burst', limits.burst_per_minute, minuteMs)
  return windows
}

/** Headers for a response whose request is not (or not yet) counted. */
export function uncountedLimitHeaders(method: string, limits: KeyLimits): Record<string, string> {
  const [own] = windowsOf(method, limits)
  return own ? defaultLimitHeaders(own) : {}
}

export function admission<Caller extends Principal>(limiter: Limiter, authenticate: Authenticate<Caller>) {
  async function credentials(request: FastifyRequest, topic: Topic | null): Promise<Caller> {
    const token = bearerToken(request.headers.authorization)
    if (token === null) throw problem('auth/missing-credentials')
    const principal = await authenticate(token, topic)
    request.keyId = principal.keyId
    if (!('rejected' in principal)) return principal
    if (principal.rejected.code !== 'auth/invalid-key') throw principal.rejected
    const verdict = await limiter.take(`address ${network(request.ip)}`, [failedAuthentications])
    if (!verdict.admitted) throw refused(verdict, 'Too many requests with bad keys from your address.')
    throw principal.rejected
  }

  async function count(request: FastifyRequest, reply: FastifyReply, principal: Caller): Promise<void> {
    const windows = windowsOf(request.method, principal.rateLimits)
    if (windows.length === 0) return
    const verdict = await limiter.take(principal.keyId, windows)
    reply.headers(limitHeaders(verdict))
    if (!verdict.admitted) throw refused(verdict, tierText(verdict))
  }

  return async (request: FastifyRequest, reply: FastifyReply, topic: Topic | null, scope: string | null) => {
    const principal = await credentials(request, topic)
    await count(request, reply, principal)
    if (scope !== null && !principal.scopes.includes(scope)) {
      throw problem('auth/insufficient-scope', {
        detail: `This request needs the scope ${scope}, which this key does not have.`,
        required_scopes: [scope],
        granted_scopes: principal.scopes,
      })
    }
    return principal
  }
}

function bearerToken(header: string | undefined): string | null {
  return /^Bearer +([^\s]+) *$/i.exec(header ?? '')?.[1] ?? null
}

/** A holder of IPv6 has a whole /64 to spread its guesses over. What a proxy passes on need not be an address. */
function network(text: string): string {
  if (!ipaddr.isValid(text)) return text
  const address = ipaddr.process(text).toString()
  return ipaddr.IPv6.isValid(address)
    ? ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`).toString()
    : address
}

function refused(verdict: LimitDecision, detail: string) {
  return problem('rate-limit/exceeded', {
    detail: `${detail} Try again in ${verdict.retryAfterSeconds} s.`,
    tier: verdict.tier,
    headers: { 'retry-after': String(verdict.retryAfterSeconds) },
  })
}

function tierText({ tier, limit }: LimitDecision): string {
  const span = tier === 'burst' ? 'minute' : 'hour'
  const what = tier === 'burst' ? 'requests' : `${tier} requests`
  return `This key may make ${limit} ${what} per ${span}.`
}
