// The field of a page on which everything that is typed is a code. It takes keys wherever the focus is, so that a
// bar-code reader never presses a button, and opens no keyboard on the screen until it is tapped.
import { TextInput } from '@mantine/core'
import { type KeyboardEvent as FieldKey, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { isTextField, takeHeldCodes } from '../../ui/held-keys.ts'
import { isDialogOpen } from '../../ui/keys-of-page.ts'
import { isSeparatorKey, shownSeparator } from './gs1.ts'

type ScanFieldProps = { label: string; scan: (code: string) => void }

export function ScanField({ label, scan }: ScanFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const latest = useRef(scan)
  latest.current = scan
  // Before the page releases the keys that were held back while it loaded.
  useLayoutEffect(() => {
    if (!field.current) return
    takeHeldCodes(field.current, (code) => give(code, latest.current))
    field.current.focus({ preventScroll: true })
  }, [])
  useKeysElsewhere(field)
  const onKeyDown = (event: FieldKey<HTMLInputElement>) => {
    const { currentTarget } = event
    if (isSeparatorKey(event)) {
      event.preventDefault()
      currentTarget.setRangeText(
        shownSeparator,
        currentTarget.selectionStart ?? 0,
        currentTarget.selectionEnd ?? 0,
        'end',
      )
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      const { value } = currentTarget
      currentTarget.value = ''
      give(value, latest.current)
    }
  }
  return (
    <TextInput
      ref={field}
      aria-label={label}
      placeholder={label}
      inputMode="none"
      autoComplete="off"
      autoCapitalize="off"
      autoCorrect="off"
      spellCheck={false}
      enterKeyHint="done"
      onKeyDown={onKeyDown}
      onPointerDown={({ currentTarget }) => openKeyboard(currentTarget)}
      onBlur={({ currentTarget }) => {
        currentTarget.inputMode = 'none'
      }}
    />
  )
}

function give(code: string, scan: (code: string) => void): void {
  if (code.trim() !== '') scan(code)
}

/** A focused field opens the keyboard only when it gets the focus anew. */
function openKeyboard(field: HTMLInputElement): void {
  field.blur()
  field.inputMode = 'text'
}

/** Characters that are typed outside a field begin a code. */
function useKeysElsewhere(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isBusy =
        event.defaultPrevented || event.isComposing || isTextField(event.target) || isDialogOpen()
      if (isBusy || !field.current) return
      const isCharacter = [...event.key].length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey
      if (!isCharacter && !isSeparatorKey(event)) return
      // The character itself goes into the field, which has the focus by then. No shortcut sees it.
      field.current.focus({ preventScroll: true })
      event.stopImmediatePropagation()
    }
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [field])
}
