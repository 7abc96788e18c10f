// The base of every dialog. Enter or Ctrl-Enter in any field confirms it; Shift-Enter inserts a line break. Enter on any
// other button presses that button.
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

/**
 * If the dialog does not choose the initial focus, its first field gets it, or else the button that confirms it. The
 * close button never does.
 */
function FirstFocus() {
  const here = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const dialog = here.current?.closest('[role="dialog"]')
    if (dialog?.querySelector('[data-autofocus]')) return
    dialog?.querySelector(firstFields.join(', '))?.setAttribute('data-autofocus', '')
  }, [])
  return <span ref={here} hidden />
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
