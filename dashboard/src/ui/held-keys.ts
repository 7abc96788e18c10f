// From the key press that asks for something on, keys belong to it, whether it has loaded or not. Until it is there they
// are kept as the text that they make, which then goes into the field that has the focus. They never act on the page
// behind it.
//
// Enter, Tab and Ctrl-Enter are not kept: nobody confirms what they have not seen. What is typed after one of them was
// meant for something that is not shown either, so it is dropped. Escape gives up what was asked for.

type Hold = { giveUp: (() => void) | undefined }

const holds = new Set<Hold>()
let text = ''
let isOver = false

/** Keys wait until the function that it returns is called. It says whether what was asked for has come. */
export function holdKeys(giveUp?: () => void): (hasCome: boolean) => void {
  if (holds.size === 0) {
    text = ''
    isOver = false
  }
  const hold = { giveUp }
  holds.add(hold)
  return (hasCome) => {
    if (!holds.delete(hold) || holds.size > 0) return
    if (hasCome && text !== '') typeIntoFocused(text)
    text = ''
  }
}

const quietMs = 1_000

/** What was asked for will not come: whoever still types for it is left to finish, and nothing acts on the page. */
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

/** Another page was asked for: by a key, a link, or the browser's own buttons. */
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

/** What was typed goes into the field that the page has put the focus into, if any. It never acts on a page not yet seen. */
export function pageHasCome(): void {
  releasePage?.(true)
}

/** Typed, not set: the field hears of it, keeps to its length, and can undo it. */
function typeIntoFocused(typed: string): void {
  if (isTextField(document.activeElement)) document.execCommand('insertText', false, typed)
}

/** A box that is ticked takes no letters. */
const textFields = 'input:not([type="checkbox"], [type="radio"]), textarea, [contenteditable]'

export const isTextField = (target: EventTarget | null) =>
  target instanceof Element && target.closest(textFields) !== null

/** Keys that type nothing, and do nothing to the page. */
const silent = /^(Shift|Control|Alt|AltGraph|Meta|CapsLock|F\d+)$/

window.addEventListener(
  'keydown',
  (event) => {
    // AltGr makes letters: on some keyboards @ is one of them.
    const hasModifier =
      (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph')
    const isLeftAlone = event.isComposing || silent.test(event.key) || (hasModifier && event.key !== 'Enter')
    if (holds.size === 0 || isLeftAlone) return
    event.preventDefault()
    event.stopImmediatePropagation()
    // The key that asked may still be down.
    if (!event.repeat) keep(event.key)
  },
  { capture: true },
)

window.addEventListener(
  'paste',
  (event) => {
    if (holds.size === 0) return
    event.preventDefault()
    if (!isOver) text += event.clipboardData?.getData('text/plain') ?? ''
  },
  { capture: true },
)

function keep(key: string): void {
  if (key === 'Escape') {
    text = ''
    isOver = true
    ;[...holds].findLast(({ giveUp }) => giveUp)?.giveUp?.()
  } else if (key === 'Enter' || key === 'Tab') isOver = true
  else if (isOver) return
  else if (key === 'Backspace') text = [...text].slice(0, -1).join('')
  else if ([...key].length === 1) text += key
}
