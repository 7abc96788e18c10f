/** A `ref` for the field of a step that a button has opened. It is a stable function, so React calls it once. */
export const focusOnMount = (input: HTMLInputElement | null) => input?.focus()
