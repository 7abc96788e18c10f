// The checks that a request passes before its input is validated, in this order: credentials → rate limit → scope.
import type { Environment, Scope } from '@anden/contract'
import { environments } from '@anden/contract/values'
import type { FastifyReply, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { problem, throwProblem } from '../../problem.ts'
import type { Topic } from '../reads/versioned-rows.ts'
import type { Route } from '../routing/route.ts'
import {
  defaultLimitHeaders,
  isRead,
  type LimitDecision,
  type Limiter,
  limitHeaders,
  type Window,
} from './limits/limiter.ts'
import { acceptsCookie, cookieNamed } from './origins.ts'
import {
  type Credentials,
  type KeyLimits,
  type Principal,
  type Rejected,
  rateLimitSubject,
} from './principal.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The key that was used, for the log. Also set when a rate limit or a scope rejects the request. */
    keyId: string | null
    /** Whose request it is. Also set when a rate limit or a scope rejects it, unlike `principal`. */
    authenticated: Principal | null
  }
}

const hourMs = 3_600_000
const minuteMs = 60_000
const failedAuthentications: Window = { tier: 'auth', limit: 60, windowMs: minuteMs }

/** A key's limits stay the same object until the key changes. */
const knownWindows = new WeakMap<KeyLimits, { read: readonly Window[]; write: readonly Window[] }>()

function windowsOf(method: string, limits: KeyLimits): readonly Window[] {
  let windows = knownWindows.get(limits)
  if (!windows) {
    windows = {
      read: windowsOfTier('read', limits.read_per_hour, limits),
      write: windowsOfTier('write', limits.write_per_hour, limits),
    }
    knownWindows.set(limits, windows)
  }
  return isRead(method) ? windows.read : windows.write
}

function windowsOfTier(tier: 'read' | 'write', perHour: number | null, { burst_per_minute }: KeyLimits) {
  const windows: Window[] = []
  if (perHour !== null) windows.push({ tier, limit: perHour, windowMs: hourMs })
  if (burst_per_minute !== null) windows.push({ tier: 'burst', limit: burst_per_minute, windowMs: minuteMs })
  return windows
}

/** Headers for a response to a request that was not counted, or not yet. */
export function uncountedLimitHeaders(method: string, limits: KeyLimits): Record<string, string> {
  const [window] = windowsOf(method, limits)
  return window ? defaultLimitHeaders(window) : {}
}

/** The conditions that a route makes for its caller. */
export type Requirements = Pick<Route, 'topic' | 'scope' | 'session'> &
  Partial<Pick<Route, 'orScope' | 'environment'>>

export function admission<Caller extends Principal>(
  limiter: Limiter,
  { byKey, bySession, byInspection, inSandbox, sessionCookie }: Credentials<Caller>,
  baseUrl: () => string,
) {
  async function authenticated(request: FastifyRequest, topic: Topic | null): Promise<Caller> {
    const { authorization, cookie: cookies } = request.headers
    const cookie = cookieNamed(cookies, sessionCookie())
    // A malformed key counts too: it was meant as a key.
    if (cookie !== null && isBearer(authorization)) throw problem('auth/ambiguous-credentials')
    const token = bearerToken(authorization)
    const inspected = byInspection ? inspectedBy(request) : null
    const environment = inSandbox ? environmentOf(request) : null
    if (token !== null) {
      const caller = accepted(request, await byKey(token, topic))
      if (inspected !== null) {
        await caller
        throw problem('auth/inspection-required', keysInspectNothing)
      }
      if (environment !== null && (await caller).client?.environment !== environment)
        throw problem('sandbox/wrong-environment')
      return caller
    }
    if (cookie === null)
      throw problem('auth/missing-credentials', authorization === undefined ? {} : { detail: notBearer })
    if (!acceptsCookie(request, baseUrl(), isRead(request.method))) throw problem('auth/cross-origin')
    const found =
      byInspection && inspected !== null
        ? await byInspection(cookie, topic, inspected)
        : await bySession(cookie, topic)
    if (!inSandbox || environment !== 'sandbox' || 'rejected' in found) return accepted(request, found)
    return accepted(request, await inSandbox(found, topic))
  }

  /** Returns no promise for an accepted caller, because every request runs this. */
  function accepted(request: FastifyRequest, result: Caller | Rejected): Caller | Promise<never> {
    if ('rejected' in result) return reject(request, result)
    // A session is not a key; the audit log names the person.
    request.keyId = result.user ? null : result.credentialId
    request.authenticated = result
    return result
  }

  async function reject(request: FastifyRequest, result: Rejected): Promise<never> {
    request.keyId = result.keyId
    if (!isBadCredential(result.rejected.code)) throw result.rejected
    const decision = await limiter.take(`address ${networkOf(request.ip)}`, [failedAuthentications])
    if (!decision.admitted)
      throw limitExceeded(decision, 'Too many requests with bad keys from your address.')
    throw result.rejected
  }

  function noteDecision(reply: FastifyReply, principal: Caller, decision: LimitDecision): void {
    reply.headers(limitHeaders(decision))
    if (!decision.admitted)
      throw limitExceeded(decision, tierText(decision, principal.user ? 'You' : 'This key'))
  }

  return {
    async admit(request: FastifyRequest, reply: FastifyReply, requirements: Requirements): Promise<Caller> {
      const principal = await authenticated(request, requirements.topic)
      const windows = windowsOf(request.method, principal.rateLimits)
      if (windows.length > 0) {
        const taken = limiter.take(rateLimitSubject(principal), windows)
        noteDecision(reply, principal, taken instanceof Promise ? await taken : taken)
      }
      requireRights(principal, request.method, requirements)
      return principal
    },
    /** Rejects a request that takes long if its credentials are no longer valid. It is not counted again. */
    async verify(request: FastifyRequest, requirements: Requirements): Promise<void> {
      requireRights(await authenticated(request, null), request.method, requirements)
    },
  }
}

/** The client that a member of the staff inspects. */
const inspectionHeader = 'anden-client'

function inspectedBy({ headers }: FastifyRequest): string | null {
  const value = headers[inspectionHeader]
  return value === undefined ? null : String(value)
}

/** The environment that a page asks for: two tabs of one session may differ. */
const environmentHeader = 'anden-environment'

function environmentOf({ headers }: FastifyRequest): Environment | null {
  const value = headers[environmentHeader]
  if (value === undefined) return null
  return environments.find((one) => one === value) ?? throwProblem('sandbox/wrong-environment')
}

const keysInspectNothing = {
  detail:
    'The header Anden-Client is for people of the staff who are signed in; a key has one client of its own.',
}

function requireRights(
  principal: Principal,
  method: string,
  { scope, orScope = null, session, environment = null }: Requirements,
): void {
  if (principal.inspection && !isRead(method)) throw problem('auth/read-only')
  if (session !== null) requireSession(principal, session)
  if (environment !== null && principal.client?.environment !== environment)
    throw problem(environment === 'sandbox' ? 'sandbox/live-key' : 'sandbox/live-only')
  const sufficient = [scope, orScope].filter((one) => one !== null)
  if (sufficient.length > 0) requireScope(principal, ...sufficient)
}

/** Any of them is enough. */
export function requireScope({ scopes, user }: Principal, ...sufficient: Scope[]): void {
  if (sufficient.some((scope) => scopes.includes(scope))) return
  throw problem('auth/insufficient-scope', {
    detail: `This request needs the scope ${sufficient.join(' or ')}, which ${user ? 'you do' : 'this key does'} not have.`,
    required_scopes: sufficient,
    granted_scopes: scopes,
  })
}

function requireSession({ user, inspection }: Principal, session: 'user' | 'administrator'): void {
  if (user === null) throw problem('auth/session-required')
  if (session === 'administrator' && user.role !== 'administrator' && !inspection)
    throw problem('auth/administrator-required')
}

const isBadCredential = (code: string) => code === 'auth/invalid-key' || code === 'auth/invalid-session'

const notBearer =
  'The header Authorization cannot be read: it is the word Bearer, one space and the API key, nothing else.'

const isBearer = (header: string | undefined) => /^Bearer\b/i.test(header ?? '')

function bearerToken(header: string | undefined): string | null {
  return /^Bearer +([^\s]+) *$/i.exec(header ?? '')?.[1] ?? null
}

/** An IPv6 host owns a /64, so the whole network counts as one. What a proxy forwards may not be an address at all. */
export function networkOf(text: string): string {
  if (!ipaddr.isValid(text)) return text
  const address = ipaddr.process(text).toString()
  return ipaddr.IPv6.isValid(address)
    ? ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`).toString()
    : address
}

export function limitExceeded(decision: LimitDecision, detail: string) {
  return problem('rate-limit/exceeded', {
    detail: `${detail} Try again in ${decision.retryAfterSeconds} s.`,
    tier: decision.tier,
    headers: { 'retry-after': String(decision.retryAfterSeconds) },
  })
}

function tierText({ tier, limit }: LimitDecision, who: 'You' | 'This key'): string {
  const span = tier === 'burst' ? 'minute' : 'hour'
  const what = tier === 'burst' ? 'requests' : `${tier} requests`
  return `${who} may make ${limit} ${what} per ${span}.`
}
