// What is wrong with the cells of a sheet: collected line by line, and told in the answer to a dry run or in the problem that refuses
// the sheet.
import { maxSheetFaults } from '@anden/contract'
import { type Fault, faultDetail, type SheetFault, type SheetFaultCode } from '@anden/contract/values'
import { type ProblemError, problem, withDetail } from '../problem.ts'
import { UnreadableSheet } from '../spreadsheets/file.ts'

export type Findings = ReturnType<typeof noFindings>

export function noFindings(found: readonly SheetFault[] = []) {
  const all: SheetFault[] = [...found]
  const faultyLines = new Set(found.map(({ line }) => line))
  return {
    report(fault: SheetFault): void {
      faultyLines.add(fault.line)
      all.push(fault)
    },
    isFaulty: (line: number) => faultyLines.has(line),
    get count() {
      return all.length
    },
    /** By line, as many as an answer has. */
    get first(): SheetFault[] {
      return all.toSorted((a, b) => a.line - b.line).slice(0, maxSheetFaults)
    },
  }
}

/** As the answer to a dry run has them. */
export const shownFindings = (findings: Findings) => ({
  faults: findings.first.map(withDetail),
  fault_count: findings.count,
})

export function invalidSheet(findings: Pick<Findings, 'first' | 'count'>): ProblemError {
  const { first, count } = findings
  const [one] = first
  const shown = one
    ? ` Line ${one.line}${one.column === null ? '' : `, ${one.column}:`} ${faultDetail(one)}.`
    : ''
  return problem('imports/invalid-sheet', {
    detail: `The sheet has ${count === 1 ? '1 error' : `${count} errors`}; nothing was changed.${shown}`,
    errors: first,
  })
}

/** A sheet that is not read beyond this line. */
export const unreadableSheet = (line: number, found: Fault<SheetFaultCode>) =>
  invalidSheet({ first: [{ line, column: null, value: null, candidates: [], ...found }], count: 1 })

/** Runs what reads a sheet. One that cannot be read is refused. */
export async function readingSheet<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read()
  } catch (error) {
    // Whatever a sheet cannot be read for is among the faults of a sheet, too.
    throw error instanceof UnreadableSheet
      ? unreadableSheet(error.line, error.found as Fault<SheetFaultCode>)
      : error
  }
}
