import type { KeyboardEvent } from 'react'

/** Enter moves to the next field instead of submitting, because a bar-code reader ends with it. Ctrl-Enter submits. */
export function leadToNextField(event: KeyboardEvent<HTMLElement>): void {
  const field = event.target
  if (event.key !== 'Enter' || event.defaultPrevented || !isField(field)) return
  event.preventDefault()
  if (event.ctrlKey || event.metaKey) {
    field.form?.requestSubmit()
    return
  }
  const all = [...(field.form?.elements ?? [])]
  all
    .slice(all.indexOf(field) + 1)
    .find(isNext)
    ?.focus()
}

const isField = (one: unknown): one is HTMLInputElement | HTMLSelectElement =>
  one instanceof HTMLInputElement || one instanceof HTMLSelectElement

const isNext = (one: Element): one is HTMLInputElement | HTMLSelectElement | HTMLButtonElement =>
  isField(one) ? !one.disabled : one instanceof HTMLButtonElement && one.type === 'submit'
