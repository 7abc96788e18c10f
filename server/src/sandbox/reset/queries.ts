import type { SandboxContent, SandboxReset } from '@anden/contract'
import { sql } from '../../db/sql.ts'
import type { Author } from '../../deps.ts'

/** Waits for the changes that have begun, and lets none begin. */
export const closeSandbox = (clientId: string) =>
  sql`select pg_advisory_xact_lock(lock_of_sandbox(${clientId}))`

/** From here on this transaction deletes rows of sandboxes, and writes to one that is being reset. */
export const sayThatItEmpties = () => sql`select set_config('anden.emptying_sandbox', 'on', true)`

/** Its statements name few rows of tables that may be large, and each has an index for them. */
export const useIndexes = () =>
  sql`
    select set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true),
      set_config('enable_mergejoin', 'off', true)`

export type ResetRow = {
  data: SandboxContent
  state: SandboxReset['state']
  step: number
  done: number
  total: number
  tries: number
  request_id: string
  days_ahead: number
  owner_id: string
}

const columns = sql`
  data, state, step, done, total, tries, request_id,
  (select days_ahead from clients where clients.id = sandbox_resets.client_id) as days_ahead,
  (select sandbox_of from clients where clients.id = sandbox_resets.client_id) as owner_id`

export const stateOfReset = (clientId: string) =>
  sql<{ state: SandboxReset['state'] }>`select state from sandbox_resets where client_id = ${clientId}`

export const lockReset = (clientId: string) =>
  sql<ResetRow>`select ${columns} from sandbox_resets where client_id = ${clientId} for update`

/** In place of the one before, which has ended. */
export const putReset = (clientId: string, data: SandboxContent, { actor, requestId }: Author) =>
  sql`
    insert into sandbox_resets (client_id, data, actor, request_id)
    values (${clientId}, ${data}, ${actor}, ${requestId})
    on conflict (client_id) do update
    set data = excluded.data, state = 'running', done = 0, total = 0, step = 0, tries = 0, problem_code = null,
      problem_detail = null, actor = excluded.actor, request_id = excluded.request_id, started_at = now(),
      finished_at = null`

export const countTry = (clientId: string) =>
  sql<{ tries: number }>`
    update sandbox_resets set tries = tries + 1 where client_id = ${clientId} and state = 'running' returning tries`

export const setProgress = (
  clientId: string,
  { step, done, total }: Pick<ResetRow, 'step' | 'done' | 'total'>,
) =>
  sql`
    update sandbox_resets set step = ${step}, done = ${done}, total = ${total} where client_id = ${clientId}`

export const setDone = (clientId: string) =>
  sql`
    update sandbox_resets set state = 'done', total = done, finished_at = now()
    where client_id = ${clientId} and state = 'running'`

export const setFailed = (clientId: string, { code, detail }: { code: string; detail: string }) =>
  sql`
    update sandbox_resets
    set state = 'failed', problem_code = ${code}, problem_detail = ${detail}, finished_at = now()
    where client_id = ${clientId} and state = 'running'`

export const backToToday = (clientId: string) =>
  sql`update clients set days_ahead = 0, updated_at = now() where id = ${clientId} and days_ahead > 0`
