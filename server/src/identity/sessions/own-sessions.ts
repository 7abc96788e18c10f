// A person's own sessions: listing them, and ending one, all others or all. The library has such routes, but they identify
// sessions by their tokens, which are stored only as hashes and never sent to a page.
import { EndedSessions, OwnSession, SessionToEnd, Type } from '@anden/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Statement } from '../../db/sql.ts'
import type { Deps } from '../../deps.ts'
import { acceptingNoBody } from '../../http/input/bodies.ts'
import { bodyValidator } from '../../http/input/validation.ts'
import { jsonSerializer, sendJson } from '../../http/wire/send-json.ts'
import { recordSignIn } from './attempts.ts'
import type { AuthRoute } from './auth-route.ts'
import { sessionPolicy } from './cookie.ts'
import {
  deleteOtherSessions,
  deleteSession,
  deleteSessions,
  type SessionRow,
  sessionsOfUser,
} from './queries.ts'

const forOwnSession = { session: 'required', problems: [] } as const
const ending = { ...forOwnSession, method: 'POST', reply: EndedSessions } as const

const listSessions: AuthRoute = {
  ...forOwnSession,
  method: 'GET',
  path: '/list-sessions',
  operationId: 'listOwnSessions',
  summary: 'Your sessions, newest first',
  description: 'At most 20: a sign-in beyond that ends the session that was used longest ago.',
  body: null,
  reply: Type.Array(OwnSession),
}
const endSession: AuthRoute = {
  ...ending,
  path: '/revoke-session',
  operationId: 'endSession',
  summary: 'End one of your sessions',
  body: SessionToEnd,
}
const endOtherSessions: AuthRoute = {
  ...ending,
  path: '/revoke-other-sessions',
  operationId: 'endOtherSessions',
  summary: 'End all your sessions except this one',
  body: null,
}
const endSessions: AuthRoute = {
  ...ending,
  path: '/revoke-sessions',
  operationId: 'endSessions',
  summary: 'Sign out everywhere',
  body: null,
}
export const ownSessionRoutes: readonly AuthRoute[] = [
  listSessions,
  endSession,
  endOtherSessions,
  endSessions,
]

export function ownSessions(
  scope: FastifyInstance,
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  requireSession: (request: FastifyRequest, reply: FastifyReply) => Promise<SessionRow>,
) {
  const validate = bodyValidator(SessionToEnd)
  const serializeList = jsonSerializer(listSessions.reply)
  const serializeEnded = jsonSerializer(EndedSessions)

  scope.get(listSessions.path, async (request, reply) => {
    const { id, user } = await requireSession(request, reply)
    const unusedSince = new Date(clock() - sessionPolicy.idleMs).toISOString()
    const rows = await db.rows(sessionsOfUser(user.id, unusedSince))
    return sendJson(reply, 200, serializeList(rows.map((row) => ({ ...row, is_current: row.id === id }))))
  })

  async function end(
    session: SessionRow,
    request: FastifyRequest,
    reply: FastifyReply,
    statement: Statement,
  ) {
    const person = { ...session.user, client_id: session.client?.id ?? null }
    const ended = await db.transaction(async (tx) => {
      const count = await tx.run(statement)
      if (count > 0) await recordSignIn(tx, request, person, 'users.end-sessions')
      return count
    })
    return sendJson(reply, 200, serializeEnded({ ended }))
  }

  scope.post(endSession.path, async (request, reply) => {
    const session = await requireSession(request, reply)
    const { id } = validate(request.body ?? null) as { id: string }
    return end(session, request, reply, deleteSession(session.user.id, id))
  })

  const withoutBody = ({ path: url }: AuthRoute, statement: (session: SessionRow) => Statement) =>
    scope.register(
      acceptingNoBody({
        method: 'POST',
        url,
        async handler(request, reply) {
          const session = await requireSession(request, reply)
          return end(session, request, reply, statement(session))
        },
      }),
    )
  withoutBody(endOtherSessions, ({ user, id }) => deleteOtherSessions(user.id, id))
  withoutBody(endSessions, ({ user }) => deleteSessions(user.id))
}
