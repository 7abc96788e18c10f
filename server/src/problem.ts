// Errors are thrown as problems from the catalogue, by rules as well as by http/; http/wire/render-problem.ts renders them.
import type { ProblemExtra } from '@anden/contract'
import { isListFull, maxFaults } from '@anden/contract/validation'
import {
  type Fault,
  type FieldFault,
  type FieldFaultCode,
  faultDetail,
  type LineFault,
  type ProblemCode,
  problemEntry,
  type SheetFault,
} from '@anden/contract/values'

export function problem(code: ProblemCode, details: Details = {}): ProblemError {
  return new ProblemError(code, details)
}

export function throwProblem(code: ProblemCode, details: Details = {}): never {
  throw problem(code, details)
}

/** A body of the right shape that breaks a rule: 422 with a pointer to each fault. Without faults, nothing happens. */
export function refuseBody(faults: readonly FieldFault[]): void {
  if (faults.length > 0) throw problem('validation/invalid-body', { errors: shownFaults(faults) })
}

export function refuseMember(pointer: string, found: Fault<FieldFaultCode>): never {
  throw problem('validation/invalid-body', { errors: [{ pointer, ...found }] })
}

type GivenFault = FieldFault | LineFault | SheetFault
type Details = {
  detail?: string
  headers?: Record<string, string>
  /** Where the same problem has another status than the catalogue's. */
  status?: number
  errors?: readonly GivenFault[]
} & {
  [Extra in Exclude<ProblemExtra, 'errors'>]?: unknown
}

export class ProblemError extends Error {
  readonly code: ProblemCode
  readonly details: Details
  constructor(code: ProblemCode, { errors, ...others }: Details) {
    const detail = others.detail ?? detailOf(code, errors)
    super(`${code}: ${detail}`)
    this.code = code
    this.details = { ...others, detail, ...(errors ? { errors: errors.map(withDetail) } : {}) }
  }
}

/** The sentence comes from the catalogue, and stands before the code that it is made from. */
export function withDetail<Given extends GivenFault>({ code, params, ...place }: Given) {
  return { ...place, detail: faultDetail({ code, params } as Fault), code, params } as unknown as Given & {
    detail: string
  }
}

/** A rule that refuses a body names its faults; the detail is made from them. */
function detailOf(code: ProblemCode, errors: readonly GivenFault[] | undefined): string {
  if (code !== 'validation/invalid-body' || !errors) return problemEntry(code).detail
  return summary('body', errors as readonly FieldFault[])
}

/** For what the code around it rules out: a fault of ours, answered with 500 and logged. */
export function unreachable(what: string): never {
  throw new Error(`cannot be: ${what}`)
}

export const shownFaults = (faults: readonly FieldFault[]) => faults.slice(0, maxFaults)

/** The `detail` of a problem with these faults. */
export function summary(what: string, faults: readonly FieldFault[]): string {
  const [first] = faults
  if (!first) return ''
  return `The ${what} cannot be accepted: ${first.pointer || 'the value'} ${faultDetail(first)}${others(faults)}.`
}

function others(faults: readonly FieldFault[]): string {
  if (faults.length === 1) return ''
  const count = isListFull(faults) ? `at least ${maxFaults}` : faults.length - 1
  return ` (and ${count} more, see "errors")`
}
