// What is typed in a dialog without a form of the contract. It is there again when the dialog is closed by mistake and
// opened once more.
import { type ChangeEvent, type FocusEvent, useRef, useState } from 'react'
import { forgetDraft, keepDraft, readDraft } from './drafts.ts'

type TextElement = HTMLInputElement | HTMLTextAreaElement

export function useDraft<Value>(name: string, initial: Value) {
  const [value, setValue] = useState<Value>(() => (readDraft(name) as Value | null) ?? initial)
  const set = (next: Value) => {
    setValue(next)
    keepDraft(name, next)
  }
  /** After it has been sent. */
  const forget = () => forgetDraft(name)
  return { value, set, forget }
}

/** `field`: for the input. Kept text is selected, so that whoever types at once replaces it. */
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
