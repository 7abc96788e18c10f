import { useLingui } from '@lingui/react/macro'
import type { UseFormReturnType } from '@mantine/form'
import { useRouter } from '@tanstack/react-router'
import { type ChangeEvent, type FocusEvent, useEffect, useRef, useState } from 'react'
import { offerUndo } from '../notices.tsx'
import { placeOfDraft } from './draft-place.ts'

// Unsent form values, stored in this tab under the name of the form. An undo may arrive while the form is open, after
// it was left, or after it was opened again. It changes the open form if there is one, and the stored values otherwise.

type Values = Record<string, unknown>
type OpenForm = { getValues: () => Values; setValues: (values: Values) => void }

const openForms = new Map<string, OpenForm>()

export function readDraft(name: string): unknown {
  return JSON.parse(sessionStorage.getItem(placeOfDraft(name)) ?? 'null')
}

export function keepDraft(name: string, values: unknown): void {
  sessionStorage.setItem(placeOfDraft(name), JSON.stringify(values))
}

export function forgetDraft(name: string): void {
  sessionStorage.removeItem(placeOfDraft(name))
}

/** Until the returned function is called, the open form holds the values. */
function openDraft(name: string, form: OpenForm): () => void {
  openForms.set(name, form)
  return () => {
    if (openForms.get(name) === form) openForms.delete(name)
  }
}

/** `initial` are the values of the form without a draft. */
function changeDraft(name: string, initial: Values, change: (values: Values) => Values): void {
  const form = openForms.get(name)
  if (form) form.setValues(change(form.getValues()))
  else keepDraft(name, change((readDraft(name) as Values | null) ?? initial))
}

/**
 * Stored with the draft, so that a form whose response was lost is sent again with the same key, even after a reload.
 */
export const idempotencyKeys = {
  of: (name: string) => sessionStorage.getItem(`${placeOfDraft(name)}.key`),
  keep: (name: string, key: string) => sessionStorage.setItem(`${placeOfDraft(name)}.key`, key),
  forget: (name: string) => sessionStorage.removeItem(`${placeOfDraft(name)}.key`),
}

// Typed text of a dialog that has no contract form. It is restored if the dialog is closed by mistake and opened again.

type TextElement = HTMLInputElement | HTMLTextAreaElement

export function useDraft<Value>(name: string, initial: Value) {
  const [value, setValue] = useState<Value>(() => (readDraft(name) as Value | null) ?? initial)
  const set = (next: Value) => {
    setValue(next)
    keepDraft(name, next)
  }
  /** Called after the text has been sent. */
  const forget = () => forgetDraft(name)
  return { value, set, forget }
}

/** `field` holds the props of the input. Restored text is selected, so that typing replaces it. */
export function useDraftText(name: string) {
  const { value: text, set, forget } = useDraft(name, '')
  const isKept = useRef(text !== '')
  const field = {
    value: text,
    onChange: ({ currentTarget }: ChangeEvent<TextElement>) => {
      isKept.current = false
      set(currentTarget.value)
    },
    onFocus: ({ currentTarget }: FocusEvent<TextElement>) => {
      if (isKept.current) currentTarget.select()
    },
  }
  return { text, field, forget }
}

// Every action of a form that discards typed values offers to undo it, even after its page has been left.

type DraftedForm<Value> = Pick<
  UseFormReturnType<Value>,
  'getValues' | 'getInitialValues' | 'setValues' | 'removeListItem'
>

export function useUndo<Value extends Values>(draft: string | undefined, form: DraftedForm<Value>) {
  const { t } = useLingui()
  const router = useRouter()
  const name = draft ?? ''
  useEffect(() => {
    if (name === '') return
    return openDraft(name, {
      getValues: form.getValues,
      setValues: (values) => form.setValues(values as Value),
    })
  }, [name, form])

  /** Offers to undo a change of the values. Undoing returns to the page of the form if it has been left. */
  const offerBack = (text: string, bringBack: (values: Value) => Value) => {
    const { publicHref } = router.state.location
    const initial = form.getInitialValues()
    offerUndo(text, () => {
      changeDraft(name, initial, (values) => bringBack(values as Value))
      if (router.state.location.publicHref !== publicHref) router.history.push(publicHref)
    })
  }
  const replaceWith = (next: Value, text: string) => {
    const before = form.getValues()
    const key = idempotencyKeys.of(name)
    idempotencyKeys.forget(name)
    form.setValues(next)
    offerBack(text, (typedSince) => {
      if (key) idempotencyKeys.keep(name, key)
      // The values typed since then can be restored in turn.
      if (!isSame(typedSince, next)) offerBack(t`What was discarded is back.`, () => typedSince)
      return before
    })
  }
  return {
    offerBack,
    /** Replaces the typed values. */
    replaceWith,
    discardDraft: () => replaceWith(form.getInitialValues(), t`Discarded.`),
    /**
     * Removes one line of a list. `of` names values that belong to the lines and can only be changed while there are
     * none.
     */
    removeLine: (
      list: string & keyof Value,
      index: number,
      text: string,
      of: readonly (keyof Value)[] = [],
    ) => {
      const linesOf = (values: Value) => values[list] as unknown[]
      const before = form.getValues()
      const removed = linesOf(before)[index]
      form.removeListItem(list, index)
      offerBack(text, (values) => ({
        ...values,
        ...(linesOf(values).length === 0 ? Object.fromEntries(of.map((name) => [name, before[name]])) : {}),
        [list]: linesOf(values).toSpliced(index, 0, removed),
      }))
    },
  }
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
