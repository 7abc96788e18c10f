import type { FaultKind } from './rules.ts'

/** `path`: under which the form shows the fault. Without one, the field shows it itself. */
type Unfinished = { path?: string; fault: FaultKind }

/**
 * The first field that holds something which it does not report as a value: half a date, for which browsers report none, or
 * what a field has declared to be unfinished by `setCustomValidity`. That field is told so by its event `invalid`.
 */
export function unfinishedField(frame: HTMLElement): Unfinished | null {
  for (const field of frame.querySelectorAll('input')) {
    const { badInput, customError } = field.validity
    if (!field.willValidate || !(badInput || customError)) continue
    field.checkValidity()
    if (customError) return { fault: 'malformed' }
    const fault = field.type === 'date' ? 'not-a-date' : 'malformed'
    return { fault, ...(field.dataset['path'] ? { path: field.dataset['path'] } : {}) }
  }
  return null
}
