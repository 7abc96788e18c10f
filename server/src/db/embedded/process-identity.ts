// A pid alone does not identify a process: pids are reused, after a reboot even soon. On Linux a process is
// identified by pid, boot and start time; elsewhere by its pid, because more cannot be found out without starting a
// program.

import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

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
