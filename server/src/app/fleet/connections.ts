// How many database connections each process may open, so that all of them together stay below PostgreSQL's limit.
import type { Config } from '../../config/settings.ts'
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'

const policy = {
  /** The pool of a single process. More did not increase the throughput of one. */
  maxPerProcess: 20,
  /** Requests would wait for one another with fewer. */
  minPerProcess: 4,
  /** The further connections of a process with the worker role: three for the job queue, and one that listens. */
  ofWorker: 4,
  /** These are left for the supervisor, commands and backups. */
  spare: 8,
}

export type PoolSizes = { perProcess: number; warning: string | null }

export function poolSizes(
  available: number,
  { processes, roles }: Pick<Config, 'processes' | 'roles'>,
): PoolSizes {
  const others = roles.includes('worker') ? policy.ofWorker : 0
  const share = Math.floor((available - policy.spare) / processes) - others
  const perProcess = Math.max(policy.minPerProcess, Math.min(policy.maxPerProcess, share))
  const needed = processes * (perProcess + others) + policy.spare
  const warning =
    needed > available
      ? `WARNING: ${processes} processes may need ${needed} database connections and PostgreSQL accepts ${available}: raise max_connections, or start fewer processes`
      : null
  return { perProcess, warning }
}

/** The number of connections that PostgreSQL accepts from roles without special rights. */
export async function availableConnections(db: Db): Promise<number> {
  const { available } = await db.one(sql<{ available: number }>`
    select sum(case when name = 'max_connections' then setting::int else -setting::int end)::int as available
    from pg_settings
    where name in ('max_connections', 'superuser_reserved_connections', 'reserved_connections')`)
  return available
}
