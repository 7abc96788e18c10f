// Starts, finds and stops the server. Its readiness is read from postmaster.pid, which the server itself updates:
// that is cheap enough to poll every few milliseconds, and leaves no rejected connections in the log.
import { type ChildProcess, spawn } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { platform } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Binaries, findPackage } from './binaries.ts'
import type { Home } from './home.ts'
import { endServerProcesses, identify, isServerProcess, kill, pidExists } from './processes.ts'
import { errorLineIn, openLog, readLogFrom, run, spawnOptions } from './run.ts'

/** A server that accepts connections. */
export type Postmaster = { pid: number; port: number }
export type StartOptions = {
  home: Home
  binaries: Binaries
  durable: boolean
  log: string
  choosePort?: () => Promise<number>
}

// Crash recovery is limited by the size of the write-ahead log: well below this even on a slow disk.
const readyTimeoutMs = 120_000
const attempts = 5

/** The cluster's server, if it is running; waits while it is starting or stopping. */
export async function findPostmaster(home: Home): Promise<Postmaster | undefined> {
  const deadline = Date.now() + readyTimeoutMs
  for (;;) {
    const file = await readPidFile(home.pgdata)
    if (!file || !(await isServerProcess(file.pid, home))) return undefined
    if (file.status === 'ready') return file
    if (Date.now() > deadline)
      throw new Error(`the database server ${file.pid} is stuck (${file.status}): stop it`)
    await delay(10)
  }
}

/** Starts the server. Must be called under the lock, if none was found. */
export async function startPostmaster(options: StartOptions): Promise<Postmaster> {
  const { home, log } = options
  await cleanUpAfterCrash(home)
  for (let attempt = 1; ; attempt += 1) {
    const started = await tryStart(options)
    if (typeof started !== 'string') return started
    const canRetry = await prepareRetry(started, home)
    if (!canRetry || attempt === attempts) {
      throw new Error(`the database server did not start: ${errorLineIn(started)} (see ${log})`)
    }
  }
}

/** Shuts the server down and waits until it has exited. */
export async function stopPostmaster(pid: number, pgdata: string): Promise<void> {
  if (platform() === 'win32') {
    // Windows has no signals; the package's own program knows the equivalent.
    const pgCtl = join(findPackage().native, 'bin', 'pg_ctl.exe')
    await run(pgCtl, ['stop', '-D', pgdata, '-m', 'fast', '-w'], undefined)
    return
  }
  const identity = identify(pid)
  for (const [signal, timeoutMs] of [
    ['SIGINT', 60_000],
    ['SIGQUIT', 10_000],
    ['SIGKILL', 10_000],
  ] as const) {
    if (identity === undefined || identify(pid) !== identity) return
    kill(pid, signal)
    const deadline = Date.now() + timeoutMs
    while (identify(pid) === identity && Date.now() < deadline) await delay(5)
  }
}

/** One attempt on one port. A string is the server's output after a failure. */
async function tryStart(options: StartOptions): Promise<Postmaster | string> {
  const { home, binaries, durable, log, choosePort = freePort } = options
  const port = await choosePort()
  const handle = await openLog(log)
  try {
    const { size } = await handle.stat()
    const child = spawn(
      binaries.postgres,
      ['-D', home.pgdata, ...serverSettings(home.clusterName, port, durable)],
      {
        ...spawnOptions(home.account),
        // In its own session: Ctrl-C in the terminal must not stop the database while requests are draining.
        detached: true,
        windowsHide: true,
        stdio: ['ignore', handle.fd, handle.fd],
      },
    )
    child.unref()
    const failure = await untilReady(child, home)
    if (failure === undefined && child.pid !== undefined) return { pid: child.pid, port }
    return failure || (await readLogFrom(log, size))
  } finally {
    await handle.close()
  }
}

/** undefined once the server is ready; the reason (empty: see the log) if it failed. */
async function untilReady(child: ChildProcess, home: Home): Promise<string | undefined> {
  let failure: string | undefined
  child.once('error', (error) => {
    failure = error.message
  })
  child.once('exit', () => {
    failure ??= ''
  })
  const deadline = Date.now() + readyTimeoutMs
  while (failure === undefined) {
    const file = await readPidFile(home.pgdata)
    if (file && file.pid === child.pid && file.status === 'ready') return undefined
    if (Date.now() > deadline) {
      child.kill('SIGQUIT')
      return 'it was not ready in time'
    }
    await delay(10)
  }
  return failure
}

/**
 * Ends surviving processes, and removes a pid file whose pid now belongs to another process or to a zombie (in a
 * container whose first process does not reap): PostgreSQL would take either for a running server.
 */
async function cleanUpAfterCrash(home: Home): Promise<void> {
  const file = await readPidFile(home.pgdata)
  if (!file) return
  await endServerProcesses(home)
  if (pidExists(file.pid)) await rm(join(home.pgdata, 'postmaster.pid'), { force: true })
}

/** Removes the cause of a failed start if possible. Whether another attempt may succeed. */
async function prepareRetry(output: string, home: Home): Promise<boolean> {
  if (/shared memory block .* is still in use|lock file .* already exists/.test(output)) {
    await endServerProcesses(home)
    return true
  }
  // Another process has taken the port between our choice and the server's start.
  return /could not bind|could not create any TCP\/IP sockets/.test(output)
}

async function readPidFile(pgdata: string) {
  const text = await readFile(join(pgdata, 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = text.split('\n')
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  return { pid, port: Number(lines[3]), status: lines[7]?.trim() ?? 'starting' }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

// The server's settings are passed at each start, so that they come from the current code and not from a file that an
// older release wrote. Statements and values are not logged: they may be personal data.

/** Command-line options of `postgres`. `durable: false` is for tests: a crash of the machine loses data. */
function serverSettings(clusterName: string, port: number, durable: boolean): string[] {
  const settings: Record<string, string> = {
    cluster_name: clusterName,
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    // An import of 100,000 new lots writes 250 MB of tables and indexes, and 360 MB of WAL. With 128 MB for pages and the
    // 4 MB for WAL that follow from it, its connection wrote 14,500 pages and 21,000 blocks of WAL itself, and created 21
    // WAL segments. Now it writes no page and 4 blocks, and the walwriter creates 19 of the 21 segments meanwhile.
    shared_buffers: '256MB',
    wal_buffers: '16MB',
    // Keeps WAL segments for reuse: creating one takes 40 ms and more, in which nothing is committed. With the default
    // of 80 MB, the p99 of a webhook under load was 28 to 59 ms instead of 22 to 32.
    min_wal_size: '512MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    logging_collector: 'off',
    log_destination: 'stderr',
    // For this setting, `log` includes messages about the server and excludes errors of clients.
    log_min_messages: 'log',
    log_checkpoints: 'off',
    ...(durable ? durableSettings : quickSettings),
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

const durableSettings = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' }

// With wal_level=minimal, a table that was rewritten in the same transaction is filled without WAL. Autovacuum would
// process every table of a million rows during the tests.
const quickSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '4GB',
  checkpoint_timeout: '1h',
  autovacuum: 'off',
}
