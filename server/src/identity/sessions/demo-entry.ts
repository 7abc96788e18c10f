// What the sign-in page offers, and entering the demo without a password. Only a person in front of the machine on which the
// demo runs can do that, and only on its own address: a page of another site that resolves its name to this machine, or a
// proxy in front of the service, is not offered it.
import { DemoEntry, type DemoSide, Done, demoSides, SignInOptions } from '@anden/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { loadingDemoName, progressOf } from '../../db/progress.ts'
import type { DemoLogins, Deps } from '../../deps.ts'
import { isOnThisMachine } from '../../http/admission/origins.ts'
import { bodyValidator } from '../../http/input/validation.ts'
import { jsonSerializer, sendJson } from '../../http/wire/send-json.ts'
import { problem } from '../../problem.ts'
import { requireClient } from '../clients.ts'
import { userByEmail } from '../users/queries.ts'
import { recordSignIn } from './attempts.ts'
import { type AuthRoute, refuseParameters } from './auth-route.ts'
import { beginSession } from './begin-session.ts'
import { librarySecret } from './cookie.ts'
import type { SessionRow } from './queries.ts'

const getOptions: AuthRoute = {
  method: 'GET',
  path: '/options',
  operationId: 'getOptions',
  summary: 'What the sign-in page offers',
  body: null,
  reply: SignInOptions,
  session: 'optional',
  problems: [],
}
const enterDemo: AuthRoute = {
  method: 'POST',
  path: '/demo',
  operationId: 'enterDemo',
  summary: 'Enter the demo without a password',
  description:
    'Sets the session cookie. The path exists only if the service runs with demo data and is visited on the machine on which it runs.',
  body: DemoEntry,
  reply: Done,
  session: 'ignored',
  problems: ['routing/not-found', 'auth/client-suspended'],
}
export const demoEntryRoutes: readonly AuthRoute[] = [getOptions, enterDemo]

type OfRequest = {
  findSession: (request: FastifyRequest) => Promise<SessionRow | null>
  hasExpiredSession: (request: FastifyRequest) => Promise<boolean>
}

export function demoEntry(scope: FastifyInstance, deps: Deps, { findSession, hasExpiredSession }: OfRequest) {
  const validate = bodyValidator(DemoEntry)
  const serializeOptions = jsonSerializer(SignInOptions)
  const serializeDone = jsonSerializer(Done)
  const secret = librarySecret(deps.secrets)
  const demoFor = (request: FastifyRequest) => (isOnThisMachine(request, deps.baseUrl()) ? deps.demo : null)

  scope.get(getOptions.path, async (request, reply) => {
    refuseParameters(request)
    const { name } = deps.warehouse
    const session = await findSession(request)
    const logins = demoFor(request)
    const side = session?.client ? 'client' : 'warehouse'
    const options = {
      demo: logins ? demoSides : [],
      demo_loading: logins && (await demoLoading(logins)),
      warehouse: { name },
      signed_in: session ? side : null,
      session_expired: session === null && (await hasExpiredSession(request)),
    }
    return sendJson(reply, 200, serializeOptions(options))
  })

  /** The people of the demo are added when its data are there. */
  async function demoLoading(logins: DemoLogins) {
    if (await deps.db.maybeOne(userByEmail(logins.client))) return null
    const progress = await deps.db.maybeOne(progressOf(loadingDemoName))
    return { percent: progress?.percent ?? null }
  }

  /** Returns the session's cookie. */
  const createSession = (request: FastifyRequest, email: string): Promise<string> =>
    deps.db.transaction(async (tx) => {
      const found = await tx.maybeOne(userByEmail(email))
      if (!found)
        throw problem('server/unavailable', { detail: stillLoading, headers: { 'retry-after': '3' } })
      if (found.client_id !== null && (await requireClient(tx, found.client_id)).status === 'suspended')
        throw problem('auth/client-suspended')
      const cookie = await beginSession(tx, request, found.id, { secret, baseUrl: deps.baseUrl() })
      await recordSignIn(tx, request, found, 'users.enter-demo')
      return cookie
    })

  scope.post(enterDemo.path, async (request, reply) => {
    const logins = demoFor(request)
    if (!logins) throw problem('routing/not-found')
    refuseParameters(request)
    const { as } = validate(request.body ?? null) as { as: DemoSide }
    reply.header('set-cookie', await createSession(request, logins[as]))
    return sendJson(reply, 200, serializeDone({ status: true }))
  })
}

const stillLoading = 'The demo data is still being loaded. Try again in a few seconds.'
