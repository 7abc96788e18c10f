import { useLayoutEffect, useRef } from 'react'

// A key press can open something that is not loaded yet: a dialog, a menu or a page. From then on, keys are meant for
// it, not for the page behind it. They are collected as text, which is typed into the focused field once it is there.
//
// Tab and Ctrl-Enter are not collected, and Enter ends the text, because nobody confirms something that they have not seen.
// Text typed after one of them was also meant for something not yet shown, so it is dropped. Escape cancels the opening.
// Only a field for codes takes what follows as well: a bar-code reader ends each code with Enter.

type Hold = { giveUp: (() => void) | undefined }

const holds = new Set<Hold>()
let text = ''
let isOver = false
/** Enter within the collected text. Pasted text has none. */
const enter = '\r'

/** Holds keys back until the returned function is called, which is told whether the awaited thing has appeared. */
function holdKeys(giveUp?: () => void): (hasCome: boolean) => void {
  if (holds.size === 0) {
    text = ''
    isOver = false
  }
  const hold = { giveUp }
  holds.add(hold)
  return (hasCome) => {
    if (!holds.delete(hold) || holds.size > 0) return
    if (hasCome && text !== '') handOver(text)
    text = ''
  }
}

const quietMs = 1_000

/**
 * For something that failed to open: keys are dropped until the user stops typing, so that none of them acts on the
 * page.
 */
export function dropKeysUntilQuiet(): void {
  const release = holdKeys()
  isOver = true
  text = ''
  const end = () => {
    window.removeEventListener('keyup', wait)
    release(false)
  }
  let timer = setTimeout(end, quietMs)
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(end, quietMs)
  }
  window.addEventListener('keyup', wait)
}

let releasePage: ((hasCome: boolean) => void) | undefined
const pageWithinMs = 15_000

/** Called when a navigation starts: by a key, a link, or the browser's own buttons. */
export function holdKeysForPage(): void {
  if (releasePage) return
  const release = holdKeys()
  const timer = setTimeout(() => releasePage?.(false), pageWithinMs)
  releasePage = (hasCome) => {
    clearTimeout(timer)
    releasePage = undefined
    release(hasCome)
  }
}

/**
 * Types the collected text into the field that the new page has focused, if any. Keys never act on a page that was not
 * yet visible.
 */
export function pageHasCome(): void {
  releasePage?.(true)
}

const codeFields = new WeakMap<Element, (code: string) => void>()

/** Passes on the codes that were scanned before this field was there, each of which ended with Enter. */
export const takeHeldCodes = (field: Element, take: (code: string) => void) => codeFields.set(field, take)

const tableFields = new WeakMap<Element, (text: string) => void>()

/** Passes on a table, or several lines, that were pasted before this field was there. */
export const takeHeldTable = (field: Element, take: (text: string) => void) => tableFields.set(field, take)

function handOver(typed: string): void {
  const parts = typed.split(enter)
  const focused = document.activeElement
  const [first = ''] = parts
  const takeTable = focused && /[\t\n]/.test(first.trimEnd()) ? tableFields.get(focused) : undefined
  if (takeTable) {
    takeTable(first)
    return
  }
  const take = focused ? codeFields.get(focused) : undefined
  for (const code of take ? parts.slice(0, -1) : []) take?.(code)
  typeIntoFocused((take ? parts.at(-1) : parts[0]) ?? '')
}

/** Inserts the text as if typed, so that the field fires its events, respects its maximum length, and can undo it. */
function typeIntoFocused(typed: string): void {
  if (typed !== '' && isTextField(document.activeElement)) document.execCommand('insertText', false, typed)
}

/** Checkboxes and radio buttons take no text. */
const textFields = 'input:not([type="checkbox"], [type="radio"]), textarea, [contenteditable]'

export const isTextField = (target: EventTarget | null) =>
  target instanceof Element && target.closest(textFields) !== null

/** Keys that neither type text nor act on the page. */
const silent = /^(Shift|Control|Alt|AltGraph|Meta|CapsLock|F\d+)$/

window.addEventListener(
  'keydown',
  (event) => {
    // AltGr types characters: on some keyboards, @ is one of them.
    const hasModifier =
      (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph')
    const isLeftAlone = event.isComposing || silent.test(event.key) || (hasModifier && event.key !== 'Enter')
    if (holds.size === 0 || isLeftAlone) return
    event.preventDefault()
    event.stopImmediatePropagation()
    // The key that opened it may still be held down.
    if (!event.repeat) keep(event.key)
  },
  { capture: true },
)

window.addEventListener(
  'paste',
  (event) => {
    if (holds.size === 0) return
    event.preventDefault()
    if (!isOver) text += (event.clipboardData?.getData('text/plain') ?? '').replace(/\r\n?/g, '\n')
  },
  { capture: true },
)

function keep(key: string): void {
  if (key === 'Escape') {
    text = ''
    isOver = true
    ;[...holds].findLast(({ giveUp }) => giveUp)?.giveUp?.()
  } else if (key === 'Tab') isOver = true
  else if (isOver) return
  else if (key === 'Enter') text += enter
  else if (key === 'Backspace') text = text.endsWith(enter) ? text : [...text].slice(0, -1).join('')
  else if ([...key].length === 1) text += key
}

/** Releases the keys if nothing takes the focus. */
const focusWithinMs = 1_000

/** Holds keys back while something loads. Escape cancels it. */
export function useHeldKeysWhileLoading(giveUp: () => void): void {
  const latest = useRef(giveUp)
  latest.current = giveUp
  useLayoutEffect(() => {
    const release = holdKeys(() => latest.current())
    // The component that replaces this one holds the keys first, in the same commit.
    return () => queueMicrotask(() => release(true))
  }, [])
}

/**
 * Holds keys back from the moment a dialog or a menu opens until it has the focus, and then types what was collected.
 */
export function useHeldKeysUntilFocus(isOpen: boolean): void {
  useLayoutEffect(() => {
    if (!isOpen) return
    const release = holdKeys()
    const onFocus = ({ target }: FocusEvent) => {
      if (target instanceof Element && target.closest('[role="dialog"], [role="menu"]')) release(true)
    }
    const timer = setTimeout(() => release(false), focusWithinMs)
    document.addEventListener('focusin', onFocus)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('focusin', onFocus)
      release(false)
    }
  }, [isOpen])
}
