// Every action of a form that discards typed values offers to undo it, even after its page has been left.
import { useLingui } from '@lingui/react/macro'
import type { UseFormReturnType } from '@mantine/form'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { offerUndo } from '../notices.ts'
import { changeDraft, idempotencyKeys, openDraft } from './drafts.ts'

type Values = Record<string, unknown>
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
    const { href } = router.state.location
    const initial = form.getInitialValues()
    offerUndo(text, () => {
      changeDraft(name, initial, (values) => bringBack(values as Value))
      if (router.state.location.href !== href) router.history.push(href)
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
