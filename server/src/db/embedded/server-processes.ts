// Finds the processes that belong to a cluster. Only these are ever signalled, so a false match would be serious. The
// working directory of a server process is PGDATA. If that is not visible (root in a container without the right to
// trace), its title contains the cluster's name, which is derived from the cluster's id and path.
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import { platform } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import type { Home } from './home.ts'
import { identify } from './process-identity.ts'
import { run } from './run.ts'

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
