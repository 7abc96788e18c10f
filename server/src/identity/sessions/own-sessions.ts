// A person's own sessions: the list, and ending one, the others or all. Not the library's routes, which name sessions
// by their tokens; of those we keep only hashes, and no page gets to see one.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Deps } from '../../app/deps.ts'
import type { Statement } from '../../db/sql.ts'
import { acceptingNoBody } from '../../http/no-body.ts'
import { bodyValidator } from '../../http/validation.ts'
import { sessionPolicy } from './cookie.ts'
import {
  deleteOtherSessions,
  deleteSession,
  deleteSessions,
  type SessionRow,
  sessionsOfUser,
} from './queries.ts'
import { recordSignIn } from './record.ts'

const SessionToEnd = Type.Object(
  { id: Type.String({ format: 'uuid', maxLength: 36 }) },
  { additionalProperties: false },
)

export function ownSessions(
  scope: FastifyInstance,
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  requireSession: (request: FastifyRequest) => Promise<SessionRow>,
) {
  const validate = bodyValidator(SessionToEnd)

  scope.get('/list-sessions', async (request, reply) => {
    const { id, user } = await requireSession(request)
    const unusedSince = new Date(clock() - sessionPolicy.idleMs).toISOString()
    const rows = await db.rows(sessionsOfUser(user.id, unusedSince))
    return reply
      .header('cache-control', 'no-store')
      .send(rows.map((row) => ({ ...row, is_current: row.id === id })))
  })

  async function end(request: FastifyRequest, statement: (session: SessionRow) => Statement) {
    const session = await requireSession(request)
    const ended = await db.run(statement(session))
    const person = { ...session.user, client_id: session.client?.id ?? null }
    if (ended > 0) await recordSignIn(db, request, person, 'users.end-sessions')
    return { ended }
  }

  scope.post('/revoke-session', async (request) => {
    const { id } = validate(request.body ?? null) as { id: string }
    return end(request, ({ user }) => deleteSession(user.id, id))
  })

  const withoutBody = (url: string, statement: (session: SessionRow) => Statement) =>
    scope.register(acceptingNoBody({ method: 'POST', url, handler: (request) => end(request, statement) }))
  withoutBody('/revoke-other-sessions', ({ user, id }) => deleteOtherSessions(user.id, id))
  withoutBody('/revoke-sessions', ({ user }) => deleteSessions(user.id))
}
