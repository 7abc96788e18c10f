import type { Fault, LineFault, LineFaultCode } from '@anden/contract'
import { faultDetail } from '@anden/contract/values'
import { type ProblemError, problem } from '../../problem.ts'

/** Faults by line. Only the first are kept; the rest are counted. */
export type Faults = { first: LineFault[]; total: number }

/** As many as a person would correct in a spreadsheet before sending the file again: 100 KB of JSON. */
export const maxShown = 1_000
/** Reading stops here: a file with millions of faulty lines would take minutes. */
const maxCounted = maxShown

/** Too many faults to keep reading. */
export const reachedLimit = ({ total }: Faults) => total >= maxCounted

export const noFaults = (): Faults => ({ first: [], total: 0 })

export function addFault(faults: Faults, fault: LineFault): void {
  faults.total += 1
  if (faults.first.length < maxShown) faults.first.push(fault)
}

export function mergeFaults(...all: readonly Faults[]): Faults {
  return {
    first: all
      .flatMap((faults) => faults.first)
      .sort((a, b) => a.line - b.line)
      .slice(0, maxShown),
    total: all.reduce((sum, { total }) => sum + total, 0),
  }
}

export function invalidFile(faults: Faults): ProblemError {
  const { first, total } = faults
  const count = reachedLimit(faults) ? 'at least 1,000 errors' : total === 1 ? '1 error' : `${total} errors`
  const shown = first.slice(0, 1).map((found) => {
    const { line, column } = found
    return ` Line ${line}${column === null ? '' : `, ${column}:`} ${faultDetail(found)}.`
  })
  return problem('imports/invalid-file', {
    detail: `The file has ${count}; nothing was changed.${shown.join('')}`,
    errors: first,
  })
}

/** A file that cannot be parsed beyond this line. */
export function unreadable(line: number, found: Fault<LineFaultCode>): ProblemError {
  return invalidFile({ first: [{ line, column: null, ...found }], total: 1 })
}
