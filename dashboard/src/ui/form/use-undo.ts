// Every way of a form to lose what was typed in it offers to bring it back, also after its page has been left.
import { useLingui } from '@lingui/react/macro'
import type { UseFormReturnType } from '@mantine/form'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { offerUndo } from '../undo.ts'
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

  /** Offers to undo what has just been done to the values. The page of the form is shown again, if it has been left. */
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
      // What was typed instead can be brought back in turn.
      if (!isSame(typedSince, next)) offerBack(t`What was discarded is back.`, () => typedSince)
      return before
    })
  }
  return {
    offerBack,
    /** Puts other values in place of what was typed. */
    replaceWith,
    discardDraft: () => replaceWith(form.getInitialValues(), t`Discarded.`),
    /** Takes one line out of a list. `of`: values that can be changed only while the list is empty, and belong to its lines. */
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
