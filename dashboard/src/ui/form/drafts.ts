// Unsent form values, stored in this tab under the name of the form. An undo may arrive while the form is open, after
// it was left, or after it was opened again. It changes the open form if there is one, and the stored values otherwise.

type Values = Record<string, unknown>
type OpenForm = { getValues: () => Values; setValues: (values: Values) => void }

const openForms = new Map<string, OpenForm>()

const keyOf = (name: string) => `anden.draft.${name}`

export function readDraft(name: string): unknown {
  return JSON.parse(sessionStorage.getItem(keyOf(name)) ?? 'null')
}

export function keepDraft(name: string, values: unknown): void {
  sessionStorage.setItem(keyOf(name), JSON.stringify(values))
}

export function forgetDraft(name: string): void {
  sessionStorage.removeItem(keyOf(name))
}

/** Until the returned function is called, the open form holds the values. */
export function openDraft(name: string, form: OpenForm): () => void {
  openForms.set(name, form)
  return () => {
    if (openForms.get(name) === form) openForms.delete(name)
  }
}

/** `initial` are the values of the form without a draft. */
export function changeDraft(name: string, initial: Values, change: (values: Values) => Values): void {
  const form = openForms.get(name)
  if (form) form.setValues(change(form.getValues()))
  else keepDraft(name, change((readDraft(name) as Values | null) ?? initial))
}

/**
 * Stored with the draft, so that a form whose response was lost is sent again with the same key, even after a reload.
 */
export const idempotencyKeys = {
  of: (name: string) => sessionStorage.getItem(`${keyOf(name)}.key`),
  keep: (name: string, key: string) => sessionStorage.setItem(`${keyOf(name)}.key`, key),
  forget: (name: string) => sessionStorage.removeItem(`${keyOf(name)}.key`),
}
