// Audit entries about signing in.
import type { FastifyRequest } from 'fastify'
import { recordAudit } from '../../audit/record.ts'
import type { Transaction } from '../../db/transaction.ts'
import { actorOf } from './authenticate.ts'

export type Person = { id: string; email: string; client_id: string | null }

/** null: no known person. What was typed is not recorded: it may be a password in the wrong field. */
export async function recordSignIn(
  tx: Transaction,
  request: FastifyRequest,
  person: Person | null,
  action: string,
) {
  const by = { actor: person ? actorOf(person) : 'anonymous', requestId: request.id }
  recordAudit(tx, by, {
    clientId: person?.client_id ?? null,
    action,
    subjectId: person?.id ?? null,
    after: { address: request.ip },
  })
}
