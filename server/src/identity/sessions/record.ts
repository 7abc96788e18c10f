// The audit log of signing in. The library commits on its own, so an entry follows what it tells of; it is written
// before the answer leaves.
import type { FastifyRequest } from 'fastify'
import { recordAudit } from '../../audit/record.ts'
import type { Db } from '../../db/pool.ts'
import { actorOf } from './authenticate.ts'

export type Person = { id: string; email: string; client_id: string | null }

/** null: nobody who is known. What was typed is not kept: it may be a password in the wrong field. */
export async function recordSignIn(db: Db, request: FastifyRequest, person: Person | null, action: string) {
  const by = { actor: person ? actorOf(person) : 'anonymous', requestId: request.id }
  await db.transaction((tx) =>
    recordAudit(tx, by, {
      clientId: person?.client_id ?? null,
      action,
      subjectId: person?.id ?? null,
      after: { address: request.ip },
    }),
  )
}
