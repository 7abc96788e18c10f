// CPU time from /proc, which only Linux has. Elsewhere the result is NaN.
import { readdirSync, readFileSync } from 'node:fs'

const msPerTick = 10

/** User and system time of a process with all its threads. */
export function cpuMsOf(pid: number): number {
  const fields = statOf(pid)
  return fields ? msOf(fields, 11, 12) : Number.NaN
}

/** The CPU time of a process, its running children, and its exited children, whose time it has accumulated. */
export function cpuMsOfFamily(pid: number, except: readonly number[] = []): number {
  const parent = statOf(pid)
  if (!parent) return Number.NaN
  const children = readdirSync('/proc')
    .map(Number)
    .filter((other) => other > 0 && !except.includes(other))
    .map(statOf)
    .filter((fields) => fields?.[1] === String(pid))
  return children.reduce(
    (sum, fields) => sum + (fields ? msOf(fields, 11, 12) : 0),
    msOf(parent, 11, 12, 13, 14),
  )
}

/** The CPU time of everything on the machine. */
export function cpuMsOfMachine(): number {
  try {
    const [line = ''] = readFileSync('/proc/stat', 'latin1').split('\n')
    const [user, nice, system, , , irq, softirq, steal] = line.split(/\s+/).slice(1)
    return (
      [user, nice, system, irq, softirq, steal].reduce((sum, ticks) => sum + Number(ticks), 0) * msPerTick
    )
  } catch {
    return Number.NaN
  }
}

/** The fields from the process state on. The command name before it can contain spaces and parentheses. */
function statOf(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}

function msOf(fields: string[], ...indexes: number[]): number {
  return indexes.reduce((sum, index) => sum + Number(fields[index]), 0) * msPerTick
}
