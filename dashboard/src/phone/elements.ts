// Elements are made by the DOM: a framework would be larger than the whole page (docs/decisions/0014-dashboard.md).

type Child = Node | string | null | false
type Attributes = Record<string, string | number | boolean | null>

/** An attribute that is false or null is left out. Children that are null or false are, too. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  for (const [attribute, value] of Object.entries(attributes))
    if (value !== null && value !== false) made.setAttribute(attribute, value === true ? '' : String(value))
  made.append(...children.filter((child) => child !== null && child !== false))
  return made
}

/** A button that does something on this page. */
export function button(attributes: Attributes, text: string, press: () => void): HTMLButtonElement {
  const made = element('button', { type: 'button', ...attributes }, text)
  made.addEventListener('click', press)
  return made
}

/** Replaces what is in `place`. The focus stays on the control with the same `data-key`. */
export function show(place: HTMLElement, ...children: Child[]) {
  const focused = document.activeElement
  const key = focused instanceof HTMLElement && place.contains(focused) ? focused.dataset['key'] : undefined
  place.replaceChildren(...children.filter((child) => child !== null && child !== false))
  if (key !== undefined) place.querySelector<HTMLElement>(`[data-key="${key}"]`)?.focus()
}
