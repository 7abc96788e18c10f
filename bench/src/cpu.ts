// Processor time from the process table. Only Linux has it as files; elsewhere there are no such columns.
import { readdirSync, readFileSync } from 'node:fs'

const msPerTick = 10

/** User and system time of a process, all its threads together. */
export function cpuMsOf(pid: number): number {
  const fields = statOf(pid)
  return fields ? msOf(fields, 11, 12) : Number.NaN
}

/**
 * Of PostgreSQL: the postmaster, the children it has, and the ones it had, whose time it inherited. Backends
 * that only write for the bench's sake are left out.
 */
export function cpuMsOfPostgres(postmasterPid: number, except: readonly number[]): number {
  const postmaster = statOf(postmasterPid)
  if (!postmaster) return Number.NaN
  const children = readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && !except.includes(pid))
    .map(statOf)
    .filter((fields) => fields?.[1] === String(postmasterPid))
  return children.reduce(
    (sum, fields) => sum + (fields ? msOf(fields, 11, 12) : 0),
    msOf(postmaster, 11, 12, 13, 14),
  )
}

/** From the state on: the command's name before it may hold spaces and brackets. */
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
