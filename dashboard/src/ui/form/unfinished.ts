import type { FaultKind } from './rules.ts'

/** The path under which the form shows the fault. Without it, the field shows the fault itself. */
type Unfinished = { path?: string; fault: FaultKind }

/**
 * The first field with content that it does not report as a value: an incomplete date, for which browsers report none,
 * or a field that declared itself unfinished with `setCustomValidity`. The field is notified by its `invalid` event.
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
