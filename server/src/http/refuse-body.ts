// A body of the right shape that breaks a rule: 422 with a pointer to each fault.
import type { FieldError } from '@anden/contract'
import { problem } from '../problem.ts'

const maxErrors = 20

/** Where there are no faults, nothing happens. */
export function refuseBody(faults: readonly FieldError[]): void {
  if (faults.length > 0) throw problem('validation/invalid-body', { errors: faults.slice(0, maxErrors) })
}

export function refuseMember(pointer: string, detail: string): never {
  throw problem('validation/invalid-body', { errors: [{ pointer, detail }] })
}
