import type { Queryable } from '../db/queryable.ts'
import { throwProblem } from '../problem.ts'
import { type ClientRow, clientById } from './queries.ts'

export async function requireClient(db: Queryable, clientId: string): Promise<ClientRow> {
  return (await db.maybeOne(clientById(clientId))) ?? throwProblem('clients/not-found')
}
