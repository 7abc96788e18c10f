// A person's own sessions: listing them, and ending one, all others or all. The library has such routes, but they identify
// sessions by their tokens, which are stored only as hashes and never sent to a page.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
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
  requireSession: (request: FastifyRequest, reply: FastifyReply) => Promise<SessionRow>,
) {
  const validate = bodyValidator(SessionToEnd)

  scope.get('/list-sessions', async (request, reply) => {
    const { id, user } = await requireSession(request, reply)
    const unusedSince = new Date(clock() - sessionPolicy.idleMs).toISOString()
    const rows = await db.rows(sessionsOfUser(user.id, unusedSince))
    return reply
      .header('cache-control', 'no-store')
      .send(rows.map((row) => ({ ...row, is_current: row.id === id })))
  })

  async function end(session: SessionRow, request: FastifyRequest, statement: Statement) {
    const person = { ...session.user, client_id: session.client?.id ?? null }
    return db.transaction(async (tx) => {
      const ended = await tx.run(statement)
      if (ended > 0) await recordSignIn(tx, request, person, 'users.end-sessions')
      return { ended }
    })
  }

  scope.post('/revoke-session', async (request, reply) => {
    const session = await requireSession(request, reply)
    const { id } = validate(request.body ?? null) as { id: string }
    return end(session, request, deleteSession(session.user.id, id))
  })

  const withoutBody = (url: string, statement: (session: SessionRow) => Statement) =>
    scope.register(
      acceptingNoBody({
        method: 'POST',
        url,
        async handler(request, reply) {
          const session = await requireSession(request, reply)
          return end(session, request, statement(session))
        },
      }),
    )
  withoutBody('/revoke-other-sessions', ({ user, id }) => deleteOtherSessions(user.id, id))
  withoutBody('/revoke-sessions', ({ user }) => deleteSessions(user.id))
}
