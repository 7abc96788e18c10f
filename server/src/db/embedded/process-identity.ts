// A pid alone names nobody: it is reused, and after a reboot it is reused at once. On Linux a process is
// named by pid, boot and start time; elsewhere by its pid, which is as much as can be had without a child.
import { readFileSync } from 'node:fs'

/** `<pid>.<start>`: what this pid is now, or undefined when nothing lives under it. */
export function identify(pid: number): string | undefined {
  if (boot === undefined) return answersSignals(pid) ? `${pid}.0` : undefined
  const stat = readOrUndefined(`/proc/${pid}/stat`)
  if (stat === undefined) return undefined
  // The command's name may hold spaces and brackets: the fields start after its last bracket.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const state = fields[0]
  // A zombie has let go of everything; in a container whose first process reaps nobody it stays for ever.
  if (state === 'Z' || state === 'X') return undefined
  return `${pid}.${boot}${fields[19]}`
}

/** Whether the process that a name starting with `<pid>.<start>` was made by is still the one running. */
export function isAlive(name: string): boolean {
  const [pid, start] = name.split('.')
  return identify(Number(pid)) === `${pid}.${start}`
}

/** Whether the system knows the pid at all: true of a zombie too, which is what PostgreSQL goes by. */
export function answersSignals(pid: number): boolean {
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

/** The running boot, where the process table can be read as files; otherwise undefined. */
const boot =
  readOrUndefined('/proc/self/stat') && readOrUndefined('/proc/sys/kernel/random/boot_id')?.slice(0, 8)

export const self = identify(process.pid) ?? `${process.pid}.0`
