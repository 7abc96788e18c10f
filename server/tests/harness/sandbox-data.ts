// Rows of sandboxes, for tests that do not ask the service for them.
import { isLive, newSandboxId } from '../../src/db/environment.ts'
import type { Queryable } from '../../src/db/queryable.ts'
import { insertSandbox, insertSandboxClient, sandboxIdOf } from '../../src/sandbox/queries.ts'

/** Once; a sandbox has none of its own. */
export async function insertSandboxOf(db: Queryable, ownerId: string): Promise<void> {
  if (!isLive(ownerId) || (await db.maybeOne(sandboxIdOf(ownerId)))) return
  const id = newSandboxId()
  await db.run(insertSandboxClient(id, ownerId))
  await db.run(insertSandbox(id))
}
