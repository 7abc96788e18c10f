// Errors are thrown as problems from the catalogue, by rules as well as by http/; http/wire/render-problem.ts renders them.
import type { FieldError, ProblemExtra } from '@anden/contract'
import { type ProblemCode, problemEntry } from '@anden/contract/values'

export function problem(code: ProblemCode, details: Details = {}): ProblemError {
  return new ProblemError(code, details)
}

export function throwProblem(code: ProblemCode, details: Details = {}): never {
  throw problem(code, details)
}

/** A body of the right shape that breaks a rule: 422 with a pointer to each fault. Without faults, nothing happens. */
export function refuseBody(faults: readonly FieldError[]): void {
  if (faults.length > 0) throw problem('validation/invalid-body', { errors: shownFaults(faults) })
}

export function refuseMember(pointer: string, detail: string): never {
  throw problem('validation/invalid-body', { errors: [{ pointer, detail }] })
}

type Details = {
  detail?: string
  headers?: Record<string, string>
  /** Where the same problem has another status than the catalogue's. */
  status?: number
} & {
  [Extra in ProblemExtra]?: unknown
}

export class ProblemError extends Error {
  readonly code: ProblemCode
  readonly details: Details
  constructor(code: ProblemCode, details: Details) {
    const told = { detail: detailOf(code, details), ...details }
    super(`${code}: ${told.detail}`)
    this.code = code
    this.details = told
  }
}

/** A rule that refuses a body names its faults; the detail is made from them. */
function detailOf(code: ProblemCode, { errors }: Details): string {
  if (code !== 'validation/invalid-body' || !errors) return problemEntry(code).detail
  return summary('body', errors as FieldError[])
}

/** For what the code around it rules out: a fault of ours, answered with 500 and logged. */
export function unreachable(what: string): never {
  throw new Error(`cannot be: ${what}`)
}

/** How many faults an answer shows. One more is collected, to know whether there are others. */
const maxFaults = 20

export const isListFull = (faults: readonly FieldError[]) => faults.length > maxFaults

export const shownFaults = (faults: readonly FieldError[]) => faults.slice(0, maxFaults)

/** The `detail` of a problem with these faults. */
export function summary(what: string, faults: readonly FieldError[]): string {
  const [first] = faults
  if (!first) return ''
  return `The ${what} cannot be accepted: ${first.pointer || 'the value'} ${first.detail}${others(faults)}.`
}

function others(faults: readonly FieldError[]): string {
  if (faults.length === 1) return ''
  const count = isListFull(faults) ? `at least ${maxFaults}` : faults.length - 1
  return ` (and ${count} more, see "errors")`
}
