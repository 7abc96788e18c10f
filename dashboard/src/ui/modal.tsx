// The base of every dialog. Enter or Ctrl-Enter in any field confirms it; Shift-Enter inserts a line break. Enter on any
// other button presses that button. The focus goes to the first element with `data-autofocus`: the field to begin with,
// or the button that confirms. Without one it would go to the button that closes the dialog.
import { type ModalProps, Modal as PlainModal } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { useHeldKeysUntilFocus } from './held-keys.ts'

export function Modal(props: ModalProps) {
  useHeldKeysUntilFocus(props.opened)
  return (
    <PlainModal {...props} onKeyDownCapture={ignoreHeldEnter} onKeyDown={confirm}>
      {props.children}
    </PlainModal>
  )
}

/** The Enter that opened the dialog may still be held down. */
function ignoreHeldEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.repeat) event.preventDefault()
}

function confirm(event: KeyboardEvent): void {
  const { target, currentTarget, key, nativeEvent } = event
  if (key !== 'Enter' || event.shiftKey || event.defaultPrevented || nativeEvent.isComposing) return
  // A single-line field submits its form by itself.
  if (!(event.ctrlKey || event.metaKey || target instanceof HTMLTextAreaElement)) return
  const form = (target instanceof Element && target.closest('form')) || currentTarget.querySelector('form')
  event.preventDefault()
  form?.querySelector<HTMLButtonElement>('button[type="submit"]')?.click()
}
