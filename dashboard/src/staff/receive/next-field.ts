import type { KeyboardEvent } from 'react'

const fields = 'input:not(:disabled), select:not(:disabled), button[type="submit"]'

/** Enter moves to the next field instead of submitting, because a bar-code reader ends with it. Ctrl-Enter submits. */
export function leadToNextField(event: KeyboardEvent<HTMLElement>): void {
  const field = event.target
  if (event.key !== 'Enter' || event.defaultPrevented || !(field instanceof HTMLElement)) return
  if (!field.matches('input, select')) return
  event.preventDefault()
  const form = field.closest('form')
  const all = [...(form?.querySelectorAll<HTMLElement>(fields) ?? [])]
  if (event.ctrlKey || event.metaKey) form?.requestSubmit()
  else all[all.indexOf(field) + 1]?.focus()
}
