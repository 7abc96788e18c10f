// Failures on request, so that a client sees what its own program does when the service fails. They come before the work of the
// request, so nothing has happened when one is reported.
import { fault, type NewSandboxFault, type SandboxFault } from '@anden/contract'
import { uuidv7 } from 'uuidv7'
import { recordAudit } from '../audit/record.ts'
import type { Queryable } from '../db/queryable.ts'
import { sql } from '../db/sql.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Author } from '../deps.ts'
import type { Route } from '../http/routing/route.ts'
import { type ProblemError, problem, refuseMember } from '../problem.ts'

type Named = Pick<Route, 'method' | 'path'>

/** As the API reference writes it. */
const described = ({ method, path }: Named) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`

/** The routes of the sandbox itself never fail by this, so that the faults can be seen and cleared. */
const mayFail = ({ path }: Named) => !/^\/sandbox(\/|$)/.test(path)

/** In place of what was asked for the same route before. */
export async function askForFault(
  tx: Transaction,
  by: Author,
  clientId: string,
  { kind, times, route = null }: NewSandboxFault,
  routes: readonly Named[],
): Promise<SandboxFault> {
  const allowed = routes.filter(mayFail).map(described)
  if (route !== null && !allowed.includes(route)) refuseMember('/route', fault('not_one_of', { allowed }))
  const asked = await tx.one(putFault({ id: uuidv7(), clientId, kind, times, route }))
  recordAudit(tx, by, { clientId, action: 'sandbox.fault', subjectId: clientId, after: asked })
  return asked
}

export async function clearFaults(tx: Transaction, by: Author, clientId: string): Promise<void> {
  const cleared = await tx.rows(deleteFaults(clientId))
  if (cleared.length === 0) return
  recordAudit(tx, by, { clientId, action: 'sandbox.clear-faults', subjectId: clientId, before: { cleared } })
}

/** The failure that this request gets; null: none. */
export async function nextFault(
  db: Queryable,
  { id }: { id: string },
  route: Named,
): Promise<ProblemError | null> {
  if (!mayFail(route)) return null
  const taken = await db.maybeOne(takeFault(id, described(route)))
  return taken ? failures[taken.kind](taken.kind) : null
}

const detail = 'This failure was asked for with POST /sandbox/faults. Nothing was done.'

const failures: Record<SandboxFault['kind'], (kind: string) => ProblemError> = {
  '429': (kind) =>
    problem('rate-limit/exceeded', {
      detail,
      tier: 'burst',
      headers: { 'x-sandbox-fault': kind, 'retry-after': '1' },
    }),
  '500': (kind) => problem('server/internal', { detail, headers: { 'x-sandbox-fault': kind } }),
  '503': (kind) =>
    problem('server/unavailable', { detail, headers: { 'x-sandbox-fault': kind, 'retry-after': '1' } }),
}

const columns = sql`id, kind, times_left as times, route, created_at`

/** Those that are left, the oldest first. */
export const faultsOf = (clientId: string) =>
  sql<SandboxFault>`
    select ${columns} from sandbox_faults
    where client_id = ${clientId} and times_left > 0
    order by created_at, id`

const putFault = (given: {
  id: string
  clientId: string
  kind: string
  times: number
  route: string | null
}) =>
  sql<SandboxFault>`
    insert into sandbox_faults (id, client_id, kind, route, times_left)
    values (${given.id}, ${given.clientId}, ${given.kind}, ${given.route}, ${given.times})
    on conflict (client_id, coalesce(route, '')) do update
    set id = excluded.id, kind = excluded.kind, times_left = excluded.times_left, created_at = now()
    returning ${columns}`

const deleteFaults = (clientId: string) =>
  sql<SandboxFault>`delete from sandbox_faults where client_id = ${clientId} returning ${columns}`

/** One that names the route goes first. Two requests that take the same one wait for each other. */
const takeFault = (clientId: string, route: string) =>
  sql<{ kind: SandboxFault['kind'] }>`
    update sandbox_faults set times_left = times_left - 1
    where client_id = ${clientId} and times_left > 0 and id = (
      select id from sandbox_faults
      where client_id = ${clientId} and times_left > 0 and (route = ${route} or route is null)
      order by route nulls last
      limit 1
      for update)
    returning kind`
