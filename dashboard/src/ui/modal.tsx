// Every dialog. Enter and Ctrl-Enter confirm it, from a field of one line or of several; Shift-Enter breaks the line.
// Enter on any other button is that button's own.
import { type ModalProps, Modal as PlainModal } from '@mantine/core'
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { useHeldKeysUntilFocus } from './use-held-keys.ts'

export function Modal(props: ModalProps) {
  useHeldKeysUntilFocus(props.opened)
  return (
    <PlainModal {...props} onKeyDownCapture={ignoreHeldEnter} onKeyDown={confirm}>
      <FirstFocus />
      {props.children}
    </PlainModal>
  )
}

const firstFields = ['input', 'textarea', 'select', 'button[type="submit"]'].map(
  (field) => `form ${field}:not(:disabled)`,
)

/** Where the dialog does not say what gets the focus: its first field, else what confirms it. Not the cross that closes it. */
function FirstFocus() {
  const here = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const dialog = here.current?.closest('[role="dialog"]')
    if (dialog?.querySelector('[data-autofocus]')) return
    dialog?.querySelector(firstFields.join(', '))?.setAttribute('data-autofocus', '')
  }, [])
  return <span ref={here} hidden />
}

/** The Enter that opened the dialog may still be down. */
function ignoreHeldEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.repeat) event.preventDefault()
}

function confirm(event: KeyboardEvent): void {
  const { target, currentTarget, key, nativeEvent } = event
  if (key !== 'Enter' || event.shiftKey || event.defaultPrevented || nativeEvent.isComposing) return
  // A field of one line submits its form by itself.
  if (!(event.ctrlKey || event.metaKey || target instanceof HTMLTextAreaElement)) return
  const form = (target instanceof Element && target.closest('form')) || currentTarget.querySelector('form')
  event.preventDefault()
  form?.querySelector<HTMLButtonElement>('button[type="submit"]')?.click()
}
