// Signing in and out, under /api/auth/: the library's routes behind our checks (origin, session, body, limits) and in
// our words. It is made at the first request, when the address of the service is known.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../app/deps.ts'
import { cookieNamed } from '../../http/cookies.ts'
import { acceptingNoBody } from '../../http/no-body.ts'
import { originOf } from '../../http/same-origin.ts'
import { cookiePrefix, sessionCookie } from '../../http/session-cookie.ts'
import { bodyValidator } from '../../http/validation.ts'
import { problem } from '../../problem.ts'
import { identifierOf } from '../users/links.ts'
import { deleteVerifications, userByEmail, userById } from '../users/queries.ts'
import { attemptLimits } from './attempts.ts'
import type { Sessions } from './authenticate.ts'
import { callLibrary, type LibraryAnswer, sendAnswer } from './call-library.ts'
import { librarySecret } from './cookie.ts'
import { type AuthEndpoint, endpoints, requestReset, resetPassword, signIn, verifyTotp } from './endpoints.ts'
import type { SignInLibrary } from './library.ts'
import { ownSessions } from './own-sessions.ts'
import { authPrefix } from './policy.ts'
import { type SessionRow, userOfChallenge } from './queries.ts'
import { type Person, recordSignIn } from './record.ts'
import { challengeIdentifier, requireUnusedCode } from './second-factor.ts'

type Body = Record<string, string>

export function signInRoutes(app: FastifyInstance, deps: Deps, sessions: Sessions) {
  const { db } = deps
  const limits = attemptLimits(deps)
  const secret = librarySecret(deps.secrets)
  let library: Promise<SignInLibrary> | undefined
  /** Resets that were asked for and not yet mailed. */
  const underWay = new Set<Promise<unknown>>()

  async function sessionOf(request: FastifyRequest): Promise<SessionRow | null> {
    const cookie = cookieNamed(request.headers.cookie, sessionCookie(deps.baseUrl()))
    if (cookie === null) return null
    const found = await sessions.session(cookie, null)
    if (!('rejected' in found)) return found.session
    if (found.rejected.code === 'auth/client-suspended') throw found.rejected
    return null
  }

  /** Whom the request is about, as far as that is known. */
  async function personOf(
    endpoint: AuthEndpoint,
    request: FastifyRequest,
    body: Body,
    session: SessionRow | null,
  ) {
    if (session) return { ...session.user, client_id: session.client?.id ?? null }
    if (endpoint === signIn) return db.maybeOne(userByEmail(body['email'] ?? ''))
    const identifier =
      endpoint === resetPassword
        ? identifierOf(body['token'] ?? '')
        : challengeIdentifier(request, deps.baseUrl(), secret)
    const found = identifier === null ? undefined : await db.maybeOne(userOfChallenge(identifier))
    return found && db.maybeOne(userById(found.id))
  }

  async function call(
    endpoint: AuthEndpoint,
    request: FastifyRequest,
    body: Body,
    session: SessionRow | null,
  ) {
    // Loaded here: its 200 modules are needed by nobody who comes with a key.
    library ??= import('./library.ts').then(({ signInLibrary }) => signInLibrary(deps))
    const cookies = cookiesFor(endpoint, request, deps.baseUrl(), session !== null)
    return callLibrary(await library, new URL(deps.baseUrl()).origin, { endpoint, request, cookies, body })
  }

  /** At once and in the same way for every address: whether there is such an account shows only in its mailbox. */
  async function askForReset(request: FastifyRequest, reply: FastifyReply, body: Body) {
    await limits.mail(request.ip, body['email'] ?? '')
    const person = await db.maybeOne(userByEmail(body['email'] ?? ''))
    await recordSignIn(db, request, person ?? null, requestReset.action)
    const work = call(requestReset, request, body, null)
      .catch((err) => deps.log.error({ err }, 'a link to reset a password could not be sent'))
      .finally(() => underWay.delete(work))
    underWay.add(work)
    return sendAnswer(reply, { body: { status: true }, cookies: [] })
  }

  async function handle(endpoint: AuthEndpoint, request: FastifyRequest, reply: FastifyReply, body: Body) {
    if (endpoint === requestReset) return askForReset(request, reply, body)
    const session = endpoint.access === 'public' ? null : await sessionOf(request)
    if (endpoint.access === 'session' && !session) throw problem('auth/invalid-session')
    const person = (await personOf(endpoint, request, body, session)) ?? null
    const account = person?.email ?? body['email'] ?? null
    const attempt = endpoint.guess === null ? null : await limits.guess(request.ip, account)
    if (endpoint === verifyTotp && person) await requireUnusedCode(db, person.id, body['code'] ?? '')
    const answer = await call(endpoint, request, body, session)
    if (answer.refusal) {
      if (endpoint.guess !== null) await recordSignIn(db, request, person, failed(endpoint, session))
      throw answer.refusal
    }
    await attempt?.succeeded()
    await afterwards(endpoint, request, person, session, answer)
    return sendAnswer(reply, answer)
  }

  async function afterwards(
    endpoint: AuthEndpoint,
    request: FastifyRequest,
    person: Person | null,
    session: SessionRow | null,
    { body }: LibraryAnswer,
  ) {
    // Whoever has set a password has no use for the other links.
    if (endpoint === resetPassword && person) await db.run(deleteVerifications(person.id))
    const waits = body['twoFactorRedirect'] === true
    await recordSignIn(db, request, person, waits ? 'users.await-second-factor' : actionOf(endpoint, session))
  }

  app.addHook('onClose', async () => {
    await Promise.all(underWay)
  })
  app.register(
    async (scope) => {
      scope.addHook('onRequest', async (request) => requireOwnOrigin(request, deps.baseUrl()))
      for (const endpoint of endpoints) {
        const validate = endpoint.body && bodyValidator(endpoint.body)
        const options = {
          method: 'POST' as const,
          url: endpoint.path,
          config: { route: authPrefix + endpoint.path },
          handler: async (request: FastifyRequest, reply: FastifyReply) =>
            handle(endpoint, request, reply, (validate ? validate(request.body ?? null) : {}) as Body),
        }
        if (validate) scope.route(options)
        else scope.register(acceptingNoBody(options))
      }
      ownSessions(scope, deps, async (request) => {
        return (await sessionOf(request)) ?? Promise.reject(problem('auth/invalid-session'))
      })
    },
    { prefix: authPrefix },
  )
}

/** A request with our cookies must be shown to be ours; one without must not be shown to be another's. */
function requireOwnOrigin(request: FastifyRequest, baseUrl: string) {
  if (request.method === 'GET' || request.method === 'HEAD') return
  const origin = originOf(request, baseUrl)
  const hasCookie = request.headers.cookie?.includes(`${cookiePrefix(baseUrl)}.`) ?? false
  if (origin === 'other' || (hasCookie && origin !== 'same')) throw problem('auth/cross-origin')
}

/** A sign-in starts from nothing: no cookie that somebody may have planted is looked at. */
function cookiesFor(
  endpoint: AuthEndpoint,
  request: FastifyRequest,
  baseUrl: string,
  isLive: boolean,
): string[] {
  const names = [
    ...(isLive ? [sessionCookie(baseUrl)] : []),
    ...(endpoint.access === 'challenge' ? [`${cookiePrefix(baseUrl)}.two_factor`] : []),
  ]
  return names.flatMap((name) => {
    const value = cookieNamed(request.headers.cookie, name)
    return value === null ? [] : [`${name}=${value}`]
  })
}

/** In a session, a code turns the second factor on. */
const actionOf = ({ access, action }: AuthEndpoint, session: SessionRow | null) =>
  access === 'challenge' && session ? 'users.confirm-second-factor' : action

const failed = (endpoint: AuthEndpoint, session: SessionRow | null) => `${actionOf(endpoint, session)}-failed`
