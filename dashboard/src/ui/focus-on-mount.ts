/** A `ref` for the field of a step that came by a button. Stable, so that it is called once. */
export const focusOnMount = (input: HTMLInputElement | null) => input?.focus()
