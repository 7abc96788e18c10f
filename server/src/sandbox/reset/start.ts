// A reset begins when nobody changes the sandbox any more: its transaction waits for those that do, and whoever comes after it finds
// the reset. From then on the sandbox is closed until the job is done with it.
import type { SandboxContent } from '@anden/contract'
import { recordAudit } from '../../audit/record.ts'
import type { Queryable } from '../../db/queryable.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Author } from '../../deps.ts'
import type { Route } from '../../http/routing/route.ts'
import { enqueueLater } from '../../mail/queue.ts'
import { type ProblemError, problem } from '../../problem.ts'
import { sandboxWithUsage } from '../queries.ts'
import { closeSandbox, putReset, sayThatItEmpties, stateOfReset } from './queries.ts'

export async function startReset(
  tx: Transaction,
  by: Author,
  clientId: string,
  data: SandboxContent,
): Promise<void> {
  await tx.rows(closeSandbox(clientId))
  await tx.rows(sayThatItEmpties())
  const last = await tx.maybeOne(stateOfReset(clientId))
  if (last?.state === 'running') throw isResetting()
  const { orders, products, file_bytes } = await tx.one(sandboxWithUsage(clientId))
  recordAudit(tx, by, {
    clientId,
    action: 'sandbox.reset',
    subjectId: clientId,
    before: { orders, products, file_bytes },
    after: { data },
  })
  await tx.run(putReset(clientId, data, by))
  await goOnIn(tx, clientId, 0)
}

/** The job takes it up again after so many seconds, unless it is put off again. */
export const goOnIn = (tx: Transaction, clientId: string, seconds: number) =>
  enqueueLater(tx, 'reset-sandbox', { client_id: clientId }, { seconds, key: `reset ${clientId}` })

const isResetting = () => problem('sandbox/resetting', { headers: { 'retry-after': '1' } })

/** What describes the sandbox and its reset, and the keys, which a reset leaves as they are. */
const staysOpen = ({ method, path }: Pick<Route, 'method' | 'path'>) =>
  path === '/me' ||
  path === '/session' ||
  path === '/live' ||
  /^\/keys(\/|$)/.test(path) ||
  path === '/sandbox/reset' ||
  (path === '/sandbox' && method === 'GET')

/** What a request gets while its sandbox is being reset: half of a sandbox is shown to nobody. */
export async function closedByReset(
  db: Queryable,
  { id }: { id: string },
  route: Pick<Route, 'method' | 'path'>,
): Promise<ProblemError | null> {
  if (staysOpen(route)) return null
  const last = await db.maybeOne(stateOfReset(id))
  if (!last || last.state === 'done') return null
  if (last.state === 'running') return isResetting()
  return problem('sandbox/resetting', {
    detail:
      'The last reset of this sandbox ended before it was done. Ask for it again with POST /sandbox/reset.',
  })
}
