// How far a long transaction has come, for everybody outside of it, in any process. Rows and notifications are not seen before the
// commit; the name of a connection is seen at once in the list of connections, and a local one ends with the transaction.
import { sql } from './sql.ts'

/** Runs in the transaction. */
export const showProgress = (work: string, percent: number) =>
  sql`select set_config('application_name', ${`${work} ${percent}`}, true)`

/** No row: nobody is doing that work, or has not shown its progress yet. */
export const progressOf = (work: string) =>
  sql<{ percent: number }>`
    select substr(application_name, length(${work}::text) + 2)::int as percent
    from pg_stat_activity
    where datname = current_database() and application_name ~ ('^' || ${work}::text || ' \\d{1,3}$')
    limit 1`

export const loadingDemoName = 'anden demo'
