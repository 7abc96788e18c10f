// What was typed and not sent yet, kept in this tab under the name of its form. An undo may come while the form is open, or
// after it has been left or opened again: then the open form is changed, or else what is kept of it.

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

/** Until the returned function is called, the form itself has the values. */
export function openDraft(name: string, form: OpenForm): () => void {
  openForms.set(name, form)
  return () => {
    if (openForms.get(name) === form) openForms.delete(name)
  }
}

/** `initial`: what the form holds without a draft. */
export function changeDraft(name: string, initial: Values, change: (values: Values) => Values): void {
  const form = openForms.get(name)
  if (form) form.setValues(change(form.getValues()))
  else keepDraft(name, change((readDraft(name) as Values | null) ?? initial))
}

/** Belongs to the draft: a form whose answer was lost is sent again under the same key, also after a reload. */
export const idempotencyKeys = {
  of: (name: string) => sessionStorage.getItem(`${keyOf(name)}.key`),
  keep: (name: string, key: string) => sessionStorage.setItem(`${keyOf(name)}.key`, key),
  forget: (name: string) => sessionStorage.removeItem(`${keyOf(name)}.key`),
}
