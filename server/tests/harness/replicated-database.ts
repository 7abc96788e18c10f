// A PostgreSQL primary with a synchronous streaming standby, from the embedded binaries: a commit is acknowledged once both
// have it. The standby starts as a copy of the primary's files before its first start, so only `postgres` is needed.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, chmod, chown, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type Account, chooseAccount, isRoot } from '../../src/db/embedded/account.ts'
import { findPackage, prepareBinaries } from '../../src/db/embedded/binaries.ts'
import { openOuterDirectory } from '../../src/db/embedded/home.ts'
import { run, spawnOptions } from '../../src/db/embedded/run.ts'
import { stablePort } from './stable-port.ts'
import { until } from './until.ts'

const superuser = 'anden'

type PostgresServer = {
  readonly port: number
  /** The URL of this server alone. */
  urlOf(database: string): string
  isRunning(): boolean
  /** Like a crash of the machine: no connection is closed properly. */
  kill(): Promise<void>
}

export type ReplicatedDatabase = {
  primary: PostgresServer
  standby: PostgresServer
  /** The URL of both servers, in the form of DATABASE_URL. */
  urlOf(database: string): string
  createDatabase(name: string): Promise<void>
  /** Promotes the standby. The primary must have ended. */
  promote(): Promise<void>
  stop(): Promise<void>
}

export async function startReplicatedDatabase(): Promise<ReplicatedDatabase> {
  const account = await chooseAccount()
  const directory = await mkdtemp(join(tmpdir(), 'anden-replicated-'))
  await chmod(directory, 0o755)
  if (account) await chown(directory, account.uid, account.gid)
  const programs = await prepareBinaries({
    package: findPackage(),
    account,
    copiesIn: async () => (isRoot() ? await openOuterDirectory(account) : directory),
    say: () => undefined,
  })
  const [primaryData, standbyData] = [join(directory, 'primary'), join(directory, 'standby')]
  const initdb = ['-D', primaryData, '-U', superuser, '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']
  await runOrThrow(programs.initdb, initdb, account)
  await runOrThrow('cp', ['-a', primaryData, standbyData], account)
  const primary = await startServer(programs.postgres, primaryData, account, {
    synchronous_standby_names: '*',
  })
  await writeFile(join(standbyData, 'standby.signal'), '')
  await appendFile(
    join(standbyData, 'postgresql.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${primary.port} user=${superuser} application_name=standby'\n`,
  )
  const standby = await startServer(programs.postgres, standbyData, account, { hot_standby: 'on' })
  await until('the standby is synchronous', async () => {
    const rows = await ask(primary, 'select sync_state from pg_stat_replication')
    return rows.some(({ sync_state }) => sync_state === 'sync')
  })
  return {
    primary,
    standby,
    urlOf: (database) =>
      `postgres://${superuser}@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/${database}?target_session_attrs=read-write`,
    createDatabase: async (name) => {
      await ask(primary, `create database ${name}`)
    },
    promote: async () => {
      await ask(standby, 'select pg_promote()')
    },
    async stop() {
      await Promise.all([primary.kill(), standby.kill()])
      await rm(directory, { recursive: true, force: true })
    },
  }
}

async function startServer(
  program: string,
  pgdata: string,
  account: Account,
  settings: Record<string, string>,
): Promise<PostgresServer> {
  const port = await stablePort()
  const options = {
    port: `${port}`,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '100',
    // Killing a process loses nothing that it has written; only a crash of the machine would.
    fsync: 'off',
    ...settings,
  }
  const log = await open(`${pgdata}.log`, 'a')
  const args = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(program, ['-D', pgdata, ...args], {
    ...spawnOptions(account),
    stdio: ['ignore', log.fd, log.fd],
  })
  await log.close()
  const server = serverOf(child, port)
  await until('PostgreSQL accepts connections', async () => {
    if (!server.isRunning()) throw new Error(await readFile(`${pgdata}.log`, 'utf8'))
    return ask(server, 'select 1').then(
      () => true,
      () => false,
    )
  })
  return server
}

function serverOf(child: ChildProcess, port: number): PostgresServer {
  const isRunning = () => child.exitCode === null && child.signalCode === null
  return {
    port,
    urlOf: (database) => `postgres://${superuser}@127.0.0.1:${port}/${database}`,
    isRunning,
    async kill() {
      if (!isRunning()) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

async function ask(server: PostgresServer, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(server.urlOf('postgres'))
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

async function runOrThrow(program: string, args: string[], account: Account) {
  const { ok, output } = await run(program, args, account)
  if (!ok) throw new Error(`${program}: ${output}`)
}
