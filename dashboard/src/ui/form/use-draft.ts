// Typed text of a dialog that has no contract form. It is restored if the dialog is closed by mistake and opened again.
import { type ChangeEvent, type FocusEvent, useRef, useState } from 'react'
import { forgetDraft, keepDraft, readDraft } from './drafts.ts'

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
