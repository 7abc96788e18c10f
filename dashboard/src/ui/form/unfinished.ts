import type { Fault } from '@anden/contract'
import { fault } from '@anden/contract/validation'

/** A form, or a group of its fields. Both know their fields, in the order of the page. */
export type FieldsFrame = HTMLFormElement | HTMLFieldSetElement

/** `path`: under which the form shows the fault. Without one, the field shows it itself. */
type Unfinished = { path?: string; fault: Fault<'not_a_date' | 'wrong_form'> }

/**
 * The first field that holds something which it does not report as a value: half a date, for which browsers report none, or
 * what a field has declared to be unfinished by `setCustomValidity`. That field is told so by its event `invalid`.
 */
export function unfinishedField(frame: FieldsFrame): Unfinished | null {
  for (const field of frame.elements) {
    if (!(field instanceof HTMLInputElement)) continue
    const { badInput, customError } = field.validity
    if (!field.willValidate || !(badInput || customError)) continue
    field.checkValidity()
    if (customError) return { fault: fault('wrong_form') }
    return {
      fault: fault(field.type === 'date' ? 'not_a_date' : 'wrong_form'),
      ...(field.dataset['path'] ? { path: field.dataset['path'] } : {}),
    }
  }
  return null
}
