// Starts one serving process. Node's cluster module accepts the connections in the supervisor and gives them to the
// processes in turn. With SO_REUSEPORT the kernel chooses by a hash of the addresses: of 64 connections over 8 processes, one
// got 2 and another 14, so that one is busy while others are idle, and what waits in the queue of a process that stops is
// reset. Here each gets 8. It costs the supervisor one message per connection, not per request. A connection that is being
// handed to a process when that is killed stays open without an answer (docs/en/operating/scale-out.md).
import cluster from 'node:cluster'
import { getCompileCacheDir } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Config } from '../../config/settings.ts'
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import {
  type Answers,
  type Channel,
  openChannel,
  type Place,
  placeInFleet,
  type QuestionsOfProcess,
  type QuestionsOfSupervisor,
  type Ready,
} from './channel.ts'

type Ended = { code: number | null; signal: string | null }

export type FleetProcess = Place & {
  pid: number
  startedAt: number
  channel: Channel<QuestionsOfSupervisor>
  /** null if it ended before. */
  ready: Promise<Ready | null>
  ended: Promise<Ended>
  kill(): void
}

/** The command line is that of `anden`, such as `serve --roles api`. */
export function prepareLaunches(commandLine: readonly string[]): void {
  cluster.schedulingPolicy = cluster.SCHED_RR
  cluster.setupPrimary({
    exec: fileURLToPath(new URL('../../main.ts', import.meta.url)),
    args: [...commandLine],
  })
}

export function launchProcess(
  place: Place,
  settings: Record<string, string>,
  answers: Answers<QuestionsOfProcess>,
): FleetProcess {
  const compiledCode = getCompileCacheDir()
  const worker = cluster.fork({
    ...settings,
    ...placeInFleet(place),
    ...(compiledCode ? { NODE_COMPILE_CACHE: compiledCode } : {}),
  })
  const startedAt = performance.now()
  // A message to a process that has just ended. Its exit is what counts.
  worker.on('error', () => {})
  const ended = new Promise<Ended>((resolve) => {
    worker.once('exit', (code, signal) => resolve({ code, signal: signal || null }))
  })
  let setReady: (ready: Ready) => void = () => {}
  const ready = Promise.race([
    new Promise<Ready>((resolve) => {
      setReady = resolve
    }),
    ended.then(() => null),
  ])
  const channel = openChannel<QuestionsOfSupervisor, QuestionsOfProcess>(worker.process, {
    ...answers,
    ready: (given) => {
      setReady(given)
      return null
    },
  })
  const kill = () => void worker.process.kill('SIGKILL')
  return { ...place, pid: worker.process.pid ?? 0, startedAt, channel, ready, ended, kill }
}

// How many database connections each process may open, so that all of them together stay below PostgreSQL's limit.

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
