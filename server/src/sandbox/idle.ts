// A sandbox that nobody uses is emptied. Its administrators are told a week before, once; a request of theirs meanwhile is enough to keep
// it. The products go, too: a reset brings them back as they are then. Keys and webhook endpoints stay.
import { sandboxIdleDays, sandboxNoticeDays } from '@anden/contract/values'
import type { Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { idleSandboxMail } from '../mail/idle-sandbox.ts'
import { enqueue } from '../mail/queue.ts'
import { startReset } from './reset/start.ts'

const dayMs = 86_400_000
const by = { actor: 'idle-sandboxes', requestId: 'job' }

/** Each in a transaction of its own, by whichever process is first. */
export async function tidyIdleSandboxes(
  { db, baseUrl }: Pick<Deps, 'db' | 'baseUrl'>,
  now: number,
): Promise<{ announced: number; emptied: number }> {
  const before = (days: number) => new Date(now - days * dayMs).toISOString()
  const emptied = await oneByOne(db, async (tx) => {
    const sandbox = await tx.maybeOne(lockForgotten(before(sandboxIdleDays), before(sandboxNoticeDays)))
    if (!sandbox) return false
    await startReset(tx, by, sandbox.client_id, 'empty')
    await tx.run(setEmptied(sandbox.client_id, before(0)))
    return true
  })
  const announced = await oneByOne(db, async (tx) => {
    const sandbox = await tx.maybeOne(lockIdle(before(sandboxIdleDays - sandboxNoticeDays)))
    if (!sandbox) return false
    await tx.run(setAnnounced(sandbox.client_id, before(0)))
    const emptiedOn = new Date(
      Math.max(now + sandboxNoticeDays * dayMs, Date.parse(sandbox.last_used_at) + sandboxIdleDays * dayMs),
    )
    for (const person of await tx.rows(whomToTell(sandbox.owner_id)))
      await enqueue(
        tx,
        'mail',
        idleSandboxMail({ ...sandbox, ...person, emptiedOn: emptiedOn.toISOString(), url: baseUrl() }),
      )
    return true
  })
  return { announced, emptied }
}

async function oneByOne(db: Db, work: (tx: Transaction) => Promise<boolean>): Promise<number> {
  for (let count = 0; ; count += 1) if (!(await db.transaction(work))) return count
}

/** One that has something, and of whose end nobody has been told. */
const lockIdle = (usedBefore: string) =>
  sql<{ client_id: string; owner_id: string; client_name: string; last_used_at: string }>`
    select sandboxes.client_id, owner.id as owner_id, owner.name as client_name, last_used_at
    from sandboxes
    join clients on clients.id = sandboxes.client_id
    join clients owner on owner.id = clients.sandbox_of
    where last_used_at < ${usedBefore} and emptied_at is null and announced_at is null
      and (exists (select from products where products.client_id = sandboxes.client_id)
        or exists (select from orders where orders.client_id = sandboxes.client_id))
    order by last_used_at
    limit 1
    for update of sandboxes skip locked`

/** One whose end was announced, unless it is being reset. */
const lockForgotten = (usedBefore: string, announcedBefore: string) =>
  sql<{ client_id: string }>`
    select client_id from sandboxes
    where last_used_at < ${usedBefore} and emptied_at is null and announced_at < ${announcedBefore}
      and not exists (
        select from sandbox_resets
        where sandbox_resets.client_id = sandboxes.client_id and sandbox_resets.state = 'running')
    order by last_used_at
    limit 1
    for update skip locked`

const setAnnounced = (clientId: string, at: string) =>
  sql`update sandboxes set announced_at = ${at} where client_id = ${clientId}`

const setEmptied = (clientId: string, at: string) =>
  sql`update sandboxes set emptied_at = ${at} where client_id = ${clientId}`

/** The administrators of the account, or else its address. */
const whomToTell = (ownerId: string) =>
  sql<{ to: string; name: string }>`
    with administrators as (
      select email, name from users where client_id = ${ownerId} and role = 'administrator')
    select email as to, name from administrators
    union all
    select email, name from clients
    where id = ${ownerId} and not exists (select from administrators)`
