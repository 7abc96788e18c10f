// PgBouncer in transaction mode in front of a PostgreSQL server, for all its databases. It has fewer sessions than the
// service has connections, so that sessions are shared.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { chooseAccount } from '../../src/db/embedded/account.ts'
import { stablePort } from './stable-port.ts'

const program = 'pgbouncer'

export type Pooler = {
  /** The server's URL through the pooler. */
  url: string
  stop(): Promise<void>
}

type Options = { mode?: 'transaction' | 'session' | 'statement'; poolSize?: number; ignores?: string }

export function isPgBouncerMissing(): boolean {
  return spawnSync(program, ['--version']).error !== undefined
}

export async function startPgBouncer(serverUrl: string, options: Options = {}): Promise<Pooler> {
  const directory = await mkdtemp(join(tmpdir(), 'anden-pgbouncer-'))
  const port = await stablePort()
  const configFile = join(directory, 'pgbouncer.ini')
  const users = join(directory, 'users.txt')
  const server = new URL(serverUrl)
  await writeFile(configFile, configOf(server, { port, users, ...options }))
  await writeFile(users, `"${server.username}" "${decodeURIComponent(server.password)}"\n`)
  // Like PostgreSQL, it does not run as root.
  const account = await chooseAccount()
  await chmod(directory, 0o755)
  if (account) await chown(users, account.uid, account.gid)
  const pooler = spawn(program, [configFile], {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(account ? { uid: account.uid, gid: account.gid } : {}),
  })
  await hasStarted(pooler)
  const url = new URL(serverUrl)
  url.hostname = '127.0.0.1'
  url.port = `${port}`
  return {
    url: url.href,
    async stop() {
      pooler.kill('SIGKILL')
      if (pooler.exitCode === null && pooler.signalCode === null) await once(pooler, 'exit')
      await rm(directory, { recursive: true, force: true })
    },
  }
}

function configOf(
  { hostname, port: serverPort, username }: URL,
  {
    port,
    users,
    mode = 'transaction',
    poolSize = 15,
    ignores = '',
  }: Options & { port: number; users: string },
): string {
  // Test databases are dropped while sessions to them exist, and some refuse new sessions for a while. By default, PgBouncer
  // would then wait for 15 s.
  return `[databases]
* = host=${hostname} port=${serverPort || 5432} auth_user=${username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = ${mode}
default_pool_size = ${poolSize}
max_client_conn = 2000
server_login_retry = 0.1
ignore_startup_parameters = ${ignores}
log_connections = 0
log_disconnections = 0
log_stats = 0
`
}

async function hasStarted(pooler: ChildProcess): Promise<void> {
  if (!pooler.stderr) throw new Error('pgbouncer has no standard error')
  const said: string[] = []
  for await (const line of createInterface({ input: pooler.stderr })) {
    said.push(line)
    if (!line.includes('process up')) continue
    pooler.stderr.resume()
    return
  }
  throw new Error(`pgbouncer ended at once: ${said.join('\n')}`)
}
