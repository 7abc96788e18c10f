// Signing in and out, under /api/auth/: the listed routes of the library, behind our checks of origin, session, body and
// limits. The library is created at the first request, because the address of the service is known only then.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { admission } from '../../http/admission/admit.ts'
import { cookieNamed, cookiePrefix, originOf, sessionCookie } from '../../http/admission/origins.ts'
import type { Rejected } from '../../http/admission/principal.ts'
import { acceptingNoBody } from '../../http/input/bodies.ts'
import { bodyValidator } from '../../http/input/validation.ts'
import { jsonSerializer, sendJson } from '../../http/wire/send-json.ts'
import { enqueue } from '../../mail/queue.ts'
import { problem } from '../../problem.ts'
import type { Passwords } from '../passwords.ts'
import { userByEmail } from '../users/queries.ts'
import { attemptLimits, recordSignIn } from './attempts.ts'
import { authPrefix, describedRoute, refuseParameters } from './auth-route.ts'
import type { Sessions } from './authenticate.ts'
import { demoEntry, demoEntryRoutes } from './demo-entry.ts'
import { describeLink, describeLinkRoute } from './describe-link.ts'
import { type AuthEndpoint, endpoints, requestReset } from './endpoints.ts'
import { ownSessionRoutes, ownSessions } from './own-sessions.ts'
import { signInRequests } from './perform.ts'
import type { SessionRow } from './queries.ts'

/** For the API reference. */
export const describedSignInRoutes = [
  ...endpoints,
  describeLinkRoute,
  ...ownSessionRoutes,
  ...demoEntryRoutes,
].map(describedRoute)

export function signInRoutes(
  app: FastifyInstance,
  deps: Deps & { passwords: Passwords },
  sessions: Sessions,
) {
  const perform = signInRequests(deps)
  const acceptReset = resetRequests(deps)
  const cookieName = () => sessionCookie(deps.baseUrl())
  const credentials = { byKey: refuseKey, bySession: sessions.ofAnyone, sessionCookie: cookieName }
  const { admit } = admission(deps.limiter, credentials, deps.baseUrl)

  async function requireSession(request: FastifyRequest, reply: FastifyReply): Promise<SessionRow> {
    const { session } = await admit(request, reply, { topic: null, scope: null, session: null })
    refuseParameters(request)
    return session
  }

  async function sessionFor(
    { session }: AuthEndpoint,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<SessionRow | null> {
    if (session === 'required') return requireSession(request, reply)
    refuseParameters(request)
    return session === 'optional' ? findSession(request) : null
  }

  async function findSession(request: FastifyRequest): Promise<SessionRow | null> {
    const cookie = cookieNamed(request.headers.cookie, cookieName())
    const found = cookie === null ? null : await sessions.session(cookie, null)
    return found === null || 'rejected' in found ? null : found.session
  }

  async function hasExpiredSession(request: FastifyRequest): Promise<boolean> {
    const cookie = cookieNamed(request.headers.cookie, cookieName())
    return cookie !== null && (await sessions.hasExpired(cookie))
  }

  app.register(
    async (scope) => {
      scope.addHook('onRequest', async (request) => requireOwnOrigin(request, deps.baseUrl()))
      for (const endpoint of endpoints) {
        const validate = endpoint.body && bodyValidator(endpoint.body)
        const serialize = jsonSerializer(endpoint.reply)
        const options = {
          method: 'POST' as const,
          url: endpoint.path,
          config: { route: authPrefix + endpoint.path },
          handler: async (request: FastifyRequest, reply: FastifyReply) => {
            const session = await sessionFor(endpoint, request, reply)
            const given = (validate ? validate(request.body ?? null) : {}) as Body
            const { body, cookies } =
              endpoint === requestReset
                ? await acceptReset(request, given['email'] ?? '')
                : await perform({ endpoint, request, body: given, session })
            for (const cookie of cookies) reply.header('set-cookie', cookie)
            return sendJson(reply, 200, serialize(body))
          },
        }
        if (validate) scope.route(options)
        else scope.register(acceptingNoBody(options))
      }
      ownSessions(scope, deps, requireSession)
      describeLink(scope, deps)
      demoEntry(scope, deps, { findSession, hasExpiredSession })
    },
    { prefix: authPrefix },
  )
}

type Body = Record<string, string>

const refuseKey = async (): Promise<Rejected> => ({ rejected: problem('auth/session-required'), keyId: null })

/** A request with one of our cookies must be known to come from our pages; one without must not come from others. */
function requireOwnOrigin(request: FastifyRequest, baseUrl: string) {
  if (request.method === 'GET' || request.method === 'HEAD') return
  const origin = originOf(request, baseUrl)
  const hasCookie = request.headers.cookie?.includes(`${cookiePrefix(baseUrl)}.`) ?? false
  if (origin === 'other' || (hasCookie && origin !== 'same')) throw problem('auth/cross-origin')
}

// A request for a link to set a new password. It does the same work whether or not the account exists: the job that it
// enqueues looks for the account, and only the mailbox of its owner shows the difference.
function resetRequests({ db, limiter, baseUrl }: Pick<Deps, 'db' | 'limiter' | 'baseUrl'>) {
  const limits = attemptLimits({ limiter })
  return async (request: FastifyRequest, email: string) => {
    await limits.mail(request.ip, email)
    await db.transaction(async (tx) => {
      const person = (await tx.maybeOne(userByEmail(email))) ?? null
      await recordSignIn(tx, request, person, requestReset.action)
      await enqueue(tx, 'password-reset', { email, base_url: baseUrl() })
    })
    return { body: { status: true }, cookies: [] }
  }
}
