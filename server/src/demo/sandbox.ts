// The sandbox of the demo's first client, with demo data of its own. It is filled once: what people do in it stays.
import type { Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Transaction } from '../db/transaction.ts'
import { createSandbox } from '../sandbox/create.ts'
import { sandboxIdOf } from '../sandbox/queries.ts'
import { stateOfReset } from '../sandbox/reset/queries.ts'
import { type ResetDeps, runReset } from '../sandbox/reset/run.ts'
import { startReset } from '../sandbox/reset/start.ts'
import { demoClients } from './data.ts'

const by = { actor: 'demo', requestId: 'demo' }

/** The id of the sandbox, which is made if there is none. */
export const demoSandbox = (tx: Transaction) => createSandbox(tx, by, demoClients[0].id)

/** After an interrupted start it goes on with what is missing. */
export async function fillDemoSandbox(db: Db, settingsOf: ResetDeps['settingsOf']): Promise<void> {
  const sandbox = await db.maybeOne(sandboxIdOf(demoClients[0].id))
  if (!sandbox) return
  await db.transaction(async (tx) => {
    await tx.rows(sql`select pg_advisory_xact_lock(7263548112)`)
    if (await tx.maybeOne(stateOfReset(sandbox.id))) return
    await startReset(tx, by, sandbox.id, 'demo')
  })
  await runReset({ db, settingsOf, now: Date.now }, sandbox.id)
}
