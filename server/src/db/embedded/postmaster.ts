// Starting, finding and stopping the server. Its readiness is read from postmaster.pid, where it writes it
// itself: that costs nothing, can be asked every few milliseconds and leaves no refused connection in the log.
import { type ChildProcess, spawn } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { platform } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Binaries, findPackage } from './binaries.ts'
import { complaintIn, openLog, readLogFrom } from './complaint.ts'
import type { Home } from './home.ts'
import { answersSignals, identify } from './process-identity.ts'
import { run, spawnOptions } from './run.ts'
import { endServerProcesses, isServerProcess, kill } from './server-processes.ts'
import { serverSettings } from './settings.ts'

/** A server that accepts connections. */
export type Postmaster = { pid: number; port: number }
export type StartOptions = {
  home: Home
  binaries: Binaries
  durable: boolean
  log: string
  choosePort?: () => Promise<number>
}

// Recovery after a crash is bounded by the write-ahead log's size: well below this even on a slow disk.
const readyWithinMs = 120_000
const attempts = 5

/** The cluster's server, if one runs; waits while it is coming up or going down. */
export async function findPostmaster(home: Home): Promise<Postmaster | undefined> {
  const deadline = Date.now() + readyWithinMs
  for (;;) {
    const file = await readPidFile(home.pgdata)
    if (!file || !(await isServerProcess(file.pid, home))) return undefined
    if (file.status === 'ready') return file
    if (Date.now() > deadline)
      throw new Error(`the database server ${file.pid} is stuck (${file.status}): end it`)
    await delay(10)
  }
}

/** Starts the server. To be called under the lock, when none was found. */
export async function startPostmaster(options: StartOptions): Promise<Postmaster> {
  const { home, log } = options
  await clearRemains(home)
  for (let attempt = 1; ; attempt += 1) {
    const started = await tryStart(options)
    if (typeof started !== 'string') return started
    const again = await clearCause(started, home)
    if (!again || attempt === attempts) {
      throw new Error(`the database server did not start: ${complaintIn(started)} (see ${log})`)
    }
  }
}

/** Stops the server in an orderly way and waits until it is gone. */
export async function stopPostmaster(pid: number, pgdata: string): Promise<void> {
  if (platform() === 'win32') {
    // There are no signals there: the package's own program knows what stands for them.
    const pgCtl = join(findPackage().native, 'bin', 'pg_ctl.exe')
    await run(pgCtl, ['stop', '-D', pgdata, '-m', 'fast', '-w'], undefined)
    return
  }
  const identity = identify(pid)
  for (const [signal, patienceMs] of [
    ['SIGINT', 60_000],
    ['SIGQUIT', 10_000],
    ['SIGKILL', 10_000],
  ] as const) {
    if (identity === undefined || identify(pid) !== identity) return
    kill(pid, signal)
    const deadline = Date.now() + patienceMs
    while (identify(pid) === identity && Date.now() < deadline) await delay(5)
  }
}

/** One attempt on one port; what the server wrote, when it gave up. */
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
        // A session of its own: Ctrl-C in the terminal must not stop the database under draining requests.
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

/** undefined when the server is ready; a reason (empty: it is in the log) when it will never be. */
async function untilReady(child: ChildProcess, home: Home): Promise<string | undefined> {
  let failure: string | undefined
  child.once('error', (error) => {
    failure = error.message
  })
  child.once('exit', () => {
    failure ??= ''
  })
  const deadline = Date.now() + readyWithinMs
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
 * After a crash: ends what survived, and removes a pid file whose pid is somebody else's by now, or a zombie's
 * (in a container whose first process reaps nobody): PostgreSQL would take either for a running server.
 */
async function clearRemains(home: Home): Promise<void> {
  const file = await readPidFile(home.pgdata)
  if (!file) return
  await endServerProcesses(home)
  if (answersSignals(file.pid)) await rm(join(home.pgdata, 'postmaster.pid'), { force: true })
}

/** Whether another attempt may succeed. */
async function clearCause(output: string, home: Home): Promise<boolean> {
  if (/shared memory block .* is still in use|lock file .* already exists/.test(output)) {
    await endServerProcesses(home)
    return true
  }
  // Between our choice of the port and the server's, somebody else took it.
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
