// A pid alone does not identify a process: pids are reused, after a reboot even soon. On Linux a process is
// identified by pid, boot and start time; elsewhere by its pid, because more cannot be found out without starting a
// program.
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { platform } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Home } from './home.ts'
import { run } from './run.ts'

/** `<pid>.<start>` of the process that has this pid now; undefined if there is none. */
export function identify(pid: number): string | undefined {
  if (boot === undefined) return pidExists(pid) ? `${pid}.0` : undefined
  const stat = readOrUndefined(`/proc/${pid}/stat`)
  if (stat === undefined) return undefined
  // The command's name may contain spaces and brackets: the fields start after the last bracket.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const state = fields[0]
  // A zombie holds no resources; in a container whose first process does not reap, it stays for ever.
  if (state === 'Z' || state === 'X') return undefined
  return `${pid}.${boot}${fields[19]}`
}

/** Whether the process identified by the start of this name, `<pid>.<start>`, is still running. */
export function isAlive(name: string): boolean {
  const [pid, start] = name.split('.')
  return identify(Number(pid)) === `${pid}.${start}`
}

/** Whether the pid is in use, even by a zombie. This is the check that PostgreSQL makes. */
export function pidExists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function readOrUndefined(path: string): string | undefined {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return undefined
  }
}

/** Identifies the current boot; undefined if there is no /proc. */
const boot =
  readOrUndefined('/proc/self/stat') && readOrUndefined('/proc/sys/kernel/random/boot_id')?.slice(0, 8)

export const self = identify(process.pid) ?? `${process.pid}.0`

// The users of a cluster: one file per join, named after its process. The files of processes that died without leaving
// are removed by the next participant, so that they cannot keep the cluster running for ever.

/** Registers one more use by this process, and returns its file. */
export async function addParticipant(dir: string): Promise<string> {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const file = join(dir, `${self}.${randomBytes(6).toString('hex')}`)
  await writeFile(file, '')
  return file
}

/** Removes dead participants, and returns how many are left. Must be called under the lock. */
export async function countParticipants(dir: string): Promise<number> {
  let alive = 0
  for (const name of await readdir(dir).catch(() => [])) {
    if (isAlive(name)) alive += 1
    else await rm(join(dir, name), { force: true })
  }
  return alive
}

// Finds the processes that belong to a cluster. Only these are ever signalled, so a false match would be serious. The
// working directory of a server process is PGDATA. If that is not visible (root in a container without the right to
// trace), its title contains the cluster's name, which is derived from the cluster's id and path.

type Cluster = Pick<Home, 'pgdata' | 'clusterName' | 'account'>

export async function isServerProcess(pid: number, cluster: Cluster): Promise<boolean> {
  if (platform() === 'linux') return belongs(pid, cluster)
  // Windows shows neither; there, the first connection verifies that the server is ours.
  if (platform() === 'win32') return identify(pid) !== undefined
  return (await listServerProcesses(cluster)).includes(pid)
}

export async function listServerProcesses(cluster: Cluster): Promise<number[]> {
  if (platform() === 'win32') return []
  if (platform() === 'linux') {
    const pids = readdirSync('/proc').map(Number)
    return pids.filter((pid) => pid > 0 && belongs(pid, cluster))
  }
  const { output } = await run('/bin/ps', ['-axww', '-o', 'pid=,command='], undefined)
  return output.split('\n').flatMap((line) => {
    const [, pid, command] = /^\s*(\d+)\s+(.*)$/.exec(line) ?? []
    return pid && command && isTitle(command, cluster) ? [Number(pid)] : []
  })
}

/** Ends processes that outlived their postmaster: they would write to the files of the next one. */
export async function endServerProcesses(cluster: Cluster): Promise<void> {
  const startMs = Date.now()
  for (;;) {
    const pids = await listServerProcesses(cluster)
    if (pids.length === 0) return
    const passedMs = Date.now() - startMs
    if (passedMs > 10_000) {
      throw new Error(`processes ${pids.join(', ')} still use the database in ${cluster.pgdata}: stop them`)
    }
    // SIGQUIT lets a process release its shared memory; it writes no more data.
    for (const pid of pids) kill(pid, passedMs < 1000 ? 'SIGQUIT' : 'SIGKILL')
    await delay(10)
  }
}

export function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

function belongs(pid: number, cluster: Cluster): boolean {
  if (identify(pid) === undefined) return false
  try {
    if (statSync(`/proc/${pid}`).uid !== (cluster.account?.uid ?? process.geteuid?.())) return false
    const program = readLink(`/proc/${pid}/exe`)
    const directory = readLink(`/proc/${pid}/cwd`)
    if (program === undefined || directory === undefined) {
      return isTitle(readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' '), cluster)
    }
    // After an update of the package, the running program's file is deleted.
    return directory === cluster.pgdata && /\/postgres( \(deleted\))?$/.test(program)
  } catch {
    return false
  }
}

function readLink(path: string): string | undefined {
  try {
    return readlinkSync(path)
  } catch {
    return undefined
  }
}

/** The title of a backend starts with the cluster's name; the postmaster has it among its arguments. */
function isTitle(title: string, { clusterName }: Cluster): boolean {
  return title.startsWith(`postgres: ${clusterName}: `) || title.includes(` cluster_name=${clusterName}`)
}
